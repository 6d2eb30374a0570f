"""A home that is encrypted where it rests: age files on the disk, and while it is open a folder in memory.

The sealed home holds a mark, a key that a passphrase opens, and one encrypted file for each plain one, under
names that say nothing. To open it puts the plain files into a folder that lives in memory, where everything
works as it does with any home; what is made durable there is sealed on the disk before it counts.
"""
