"""What comes or goes as a file: an import's archive, an export, a conversation to be read."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from vademecum.model.value import value
from vademecum.web.api.requests import parts_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from starlette.requests import Request

    from vademecum.engine.vade import Vade
    from vademecum.surface.operations.shape import Operation

MOST_FILE_BYTES = 2 * 1024**3
"""Of a file to import; it is never held in memory."""

_NAME = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 80


@value(kw_only=True)
class Arrived:
    """A file that came, in a folder of its own.

    Attributes:
        path: where it lies until `gone`.
    """

    path: Path

    def gone(self) -> None:
        """Delete it."""
        rmtree(self.path.parent, ignore_errors=True)


async def arrived(request: Request) -> Arrived:
    """Write a body to disk as it comes.

    Raises:
        LimitExceeded: it is larger than may be.
    """
    named = _NAME.sub("_", Path(request.query_params.get("file", "")).name)[-_LONGEST_NAME:]
    folder = Path(await run_in_threadpool(mkdtemp, prefix="vade-import-"))
    file = Arrived(path=folder / (named.lstrip(".") or "import"))
    try:
        with file.path.open("wb") as target:
            async for part in parts_of(request, MOST_FILE_BYTES):
                await run_in_threadpool(target.write, part)
    except BaseException:
        file.gone()
        raise
    return file


def imported(vade: Vade, file: Arrived, arguments: Mapping[str, Any]) -> Any:
    """Take in a file that came."""
    how = {name: one for name, one in arguments.items() if name != "file"}
    return vade.import_from(str(file.path), **how)


def given(vade: Vade, operation: Operation, arguments: Mapping[str, Any]) -> Response:
    """An answer that is a file."""
    if operation.verb == "export_to":
        return _exported(vade, whole=bool(arguments.get("whole")))
    text = "".join(vade.conversations.markdown(arguments["handle"]))
    return Response(text.encode("utf-8", "replace"), media_type=f"{operation.gives}; charset=utf-8")


def _exported(vade: Vade, *, whole: bool) -> Response:
    folder = Path(mkdtemp(prefix="vade-export-"))
    try:
        vade.export_to(str(folder / "vademecum.zip"), whole=whole)
    except BaseException:
        rmtree(folder, ignore_errors=True)
        raise
    return FileResponse(
        folder / "vademecum.zip",
        media_type="application/zip",
        filename="vademecum.zip",
        background=BackgroundTask(rmtree, folder, ignore_errors=True),
    )
