"""Lines of a log as JSON: what happened, and never what it was about."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from traceback import extract_tb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

FIELDS = "vade"
"""Name under which a record carries the fields of its line."""

REQUESTS = "vademecum.requests"
"""The log of requests."""

_PATHS = "vademecum.web"
"""A log that names paths, in which keys stand, that are made of words of titles."""


class JsonLines(logging.Formatter):
    """One JSON object a line. Of an exception its kind and where it came from are told: its message may quote
    what somebody wrote."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            kind, _, trace = record.exc_info
            line["exception"] = kind.__qualname__
            line["from"] = [f"{at.filename}:{at.lineno} {at.name}" for at in extract_tb(trace)]
        return json.dumps(line, ensure_ascii=False)


def log_json(stream: TextIO | None = None, *, debug: bool = False) -> None:
    """Have every log of this process written as JSON lines.

    Args:
        stream: where to; standard error when not given.
        debug: also what is told for whoever looks for a fault.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.DEBUG if debug else logging.WARNING)
    logging.getLogger(REQUESTS).setLevel(logging.INFO)
    logging.getLogger(_PATHS).setLevel(logging.WARNING)
