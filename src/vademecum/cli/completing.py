"""What a shell asks while a line is typed, where the library alone would not understand the shell."""

from __future__ import annotations

from click.shell_completion import BashComplete, add_completion_class


class BashWords(BashComplete):
    """Bash, which takes ``--select=key`` for three words and replaces only the last of them."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before, and the one that is being typed, put together again."""
        words, incomplete = super().get_completion_args()
        joined: list[str] = []
        for word in [*words, incomplete]:
            if joined and (word == "=" or joined[-1].endswith("=")) and joined[-1].startswith("--"):
                joined[-1] += word
            else:
                joined.append(word)
        return (joined[:-1], joined[-1]) if joined else ([], incomplete)


def speak_bash() -> None:
    """Let the library ask `BashWords` wherever bash asks."""
    add_completion_class(BashWords)
