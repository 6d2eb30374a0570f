"""Take the pictures of docs/page.md anew: a made-up notebook, a server in this process, and Chromium.

Run from a checkout: `.venv/bin/python -m scripts.screenshots`. Needs Debian's `chromium`, and looks best with
`fonts-urw-base35`, a free Palatino.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import which

from tests.surfaces.pages.browser import Reader, Shelf, chromium, served

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "screenshots"
WIDE, PHONE = {"width": 1200, "height": 820}, {"width": 360, "height": 740}
COLOURS = 64
"""Of a palette: text stays crisp, and a picture takes a third."""


def main() -> int:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    shelf = Shelf()
    with served(shelf.app()) as address, chromium() as browser:
        shelf.put(filled=False)
        light = Reader(browser, address, shelf, viewport=WIDE, color_scheme="light")
        light.open("/")
        taken(light, "welcome")
        shelf.put()
        dark = Reader(browser, address, shelf, viewport=WIDE, color_scheme="dark")
        phone = Reader(browser, address, shelf, viewport=PHONE, color_scheme="light")
        light.open("/search?q=which+port+does+staging+use").locator(".why summary").first.click()
        taken(light, "search")
        dark.open(dark.memory("How to migrate the database"))
        taken(dark, "memory")
        light.open("/review")
        taken(light, "review")
        dark.open(dark.entity("Rhea Okafor")).locator("#around").evaluate(INTO_VIEW)
        taken(dark, "entity")
        light.open(f"/conversations/{shelf.home.vade.conversations.list().items[0].id}")
        taken(light, "conversation")
        erase = light.open(light.memory("No walnuts for Rhea") + "/erase")
        erase.get_by_label("To confirm, type its title").fill("No walnuts for Rhea")
        phone.open("/")
        taken(phone, "phone")
        erase.get_by_role("button", name="Erase for good").click()
        taken(light, "receipt")
    return 0


INTO_VIEW = "(one) => window.scrollTo(0, one.getBoundingClientRect().top - 90)"


def taken(reader: Reader, name: str) -> None:
    """Take one, without what has the focus."""
    reader.page.evaluate("document.activeElement?.blur()")
    path = FOLDER / f"{name}.png"
    reader.page.screenshot(path=path)
    if which("pngquant"):
        made = ["pngquant", "--force", "--output", path, str(COLOURS), path]
        subprocess.run(made, check=True)  # noqa: S603 - a picture of our own
    print(f"{path.relative_to(ROOT)} {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    sys.exit(main())
