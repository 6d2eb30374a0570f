"""What happens when a conversation is kept, listed, searched, checked, exported or forgotten.

`verbs` is what callers hold (`vade.conversations`), `tools` what a model is given; the other modules are one
use case each. Files come first here too: the index is brought up to date from them, and may be thrown away.
"""
