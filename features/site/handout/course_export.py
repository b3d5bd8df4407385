"""A course as a folder: a handout of every page's first picture, and a list of them.

    python -m features.site.handout.course_export build/handouts        or        make handouts

Each page runs once, as for a visitor, and what it gives the browser becomes its file.
"""

import argparse
import sys
from pathlib import Path

from streamlit import logger
from streamlit.testing.v1 import AppTest

from features.site.handout import html_template
from features.site.handout.build import PageText, handout
from lab.course import page_declaration
from lab.course.page_declaration import HOME, PageDeclaration
from lab.endpoints import static_assets
from lab.ui import page_snapshot

SHELL = static_assets.ROOT / "pages" / "shell.py"
_PATIENCE = 60


def write(out: Path, app: str = "") -> list[Path]:
    """Writes a file for each page, and index.html. `app`: the address of an app, for links."""
    out.mkdir(parents=True, exist_ok=True)
    files, rows = [], []
    _opened()  # the shell declares the pages
    for page in page_declaration.pages().values():
        headline, text = _made(page, app)
        file = out / f"{page.name}.html"
        file.write_text(text, encoding="utf-8")
        files.append(file)
        rows.append((file.name, page.title, headline["question"]))
        print(f"{file}: {len(text.encode()) / 1e6:.1f} MB", flush=True)
    index = out / "index.html"
    index.write_text(html_template.index(rows), encoding="utf-8")
    return [index, *files]


def _opened() -> AppTest:
    """The app at its home page."""
    shown = AppTest.from_file(str(SHELL), default_timeout=_PATIENCE)
    return shown.run()


def _made(page: PageDeclaration, app: str) -> tuple[dict[str, str], str]:
    """The page's words, and its handout."""
    shown = _opened()
    if page.name != HOME:
        shown.switch_page(page.file)
        shown.run()
    if shown.exception:
        raise RuntimeError(f"The page {page.file} could not be run: {shown.exception[0].message}")
    picture = shown.session_state[page_snapshot.KEY]
    headline = shown.session_state[page_snapshot.WORDS]
    path = "" if page.name == HOME else page.path
    link = f"{app.rstrip('/')}/{path}?{picture['query']}" if app else ""
    question, lead = headline["question"], headline["lead"]
    words = PageText(page.title, question, lead, picture["query"], link, back="index.html")
    return headline, handout(picture, words, losses=page.every_loss)


def main(arguments: list[str] | None = None) -> int:
    """Writes the folder. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m features.site.handout.course_export",
        description="Every page's first picture as a file that needs no server, and their list.",
    )
    parser.add_argument("out", type=Path, nargs="?", default=Path("build/handouts"))
    parser.add_argument("--app", default="", help="the address of an app, for links to its pages")
    given = parser.parse_args(arguments)
    logger.set_log_level("ERROR")  # it would warn that no browser is there
    print(f"open {write(given.out, given.app)[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
