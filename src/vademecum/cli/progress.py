"""A bar for the person who waits while files are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def reading(work: Callable[[Callable[[int, int], None]], T]) -> T:
    """Do it with a bar on stderr, which is gone afterwards.

    Args:
        work: is given what it calls with (files done, files to do).
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("reading"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading", total=None)
        return work(lambda done, total: bar.update(task, completed=done, total=total))
