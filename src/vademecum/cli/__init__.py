"""The command `vade`: grammar, commands, exit statuses and what a terminal is shown.

It decides nothing: every command asks the engine once and renders the answer, for a person or as JSON;
ranking, storing and rules are never here. Nobody imports this room but `__main__`, and a command's module is
loaded only when that command runs, because a cold `vade recall` is paid for at every prompt.
"""
