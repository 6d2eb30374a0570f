"""What a job does: vectors, imports, exports, indexes anew, erasures, in the name of whoever asked for it.

Each may be done again from the beginning, because a worker may die at any moment. How jobs wait and who takes
them up is never known here, nor how they are asked for; what its user may do is looked up when a job begins.
The command line alone imports it, by name.
"""
