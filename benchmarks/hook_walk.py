"""One answer to a prompt, step by step; `hook_steps.py` runs it and counts between the steps.

    hook_walk.py PROMPT MODULE...

Nothing is imported before its step, therefore by name.
"""

from __future__ import annotations

import os
import sys

LIBRARIES = ("json", "datetime", "contextlib", "sqlite3", "tantivy", "Stemmer")


def done(step: str) -> None:
    """Tell that a step is over; at this call of the system valgrind writes down its count and begins anew."""
    sys.stderr.write(f"step:{step}\n")
    os.getppid()


def load(names: list[str] | tuple[str, ...]) -> None:
    """Import modules."""
    for name in names:
        __import__(name)


def walk(prompt: str, modules: list[str]) -> None:
    """The steps of `hooks.alone`, and what comes before and behind it."""
    done("the interpreter")
    load(("re",))
    done("`re`, which the script of many an installer loads")
    load(LIBRARIES)
    done("other libraries")
    load(modules)
    done(f"our {len(modules)} modules")
    ours, home = sys.modules, os.environ["VADE_HOME"]
    hooks = ours["vademecum.hooks"]
    raw = ours["json"].dumps({"session_id": "steps", "cwd": os.environ["HOME"], "prompt": prompt}).encode()
    event = hooks.payload.read("claude-code", "UserPromptSubmit", raw)
    stated = ours["vademecum.settings"].load(home, os.environ)
    settings = ours["vademecum.model.value"].replace(stated, embedder="none", sync_max_files=0)
    vade = ours["vademecum.wiring"].open_home(home, settings, cwd=event.folder, create=False)
    done("payload, settings, opening the home")
    told = hooks.telling.at_prompt(vade, event.prompt, frozenset(), event.host)
    done("the recall and its digest")
    assert hooks.replies.reply(event, told.text)
    hooks.trace.tell(home, host=event.host, event=event.name, outcome="answered", reason="", ms=0.0)
    done("the reply and its line in the trace")
    os._exit(0)


if __name__ == "__main__":
    walk(sys.argv[1], sys.argv[2:])
