"""The values of `model` as JSON from which the same values can be made again, and errors likewise.

What answers a person or a model is `surface.answers`; this is for a program that holds the same types at the
other end. Pure: text in, values out, and nothing is made that does not stand in `registry`. `web` and
`remote` are the ones that use it.
"""
