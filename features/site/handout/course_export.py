"""Write a course as a folder: a handout of every page's first picture, and a list of them.

    python -m features.site --handouts build/handouts        or        make handouts

Each page runs once, as for a visitor of the site, and its first picture is written to a file.
"""

from pathlib import Path

from features.site import screen, visit
from features.site.handout import html_template
from features.site.handout.build import PageText, handout
from lab.course import page_declaration
from lab.course.page_declaration import HOME
from lab.ui import page_snapshot


def write(out: Path, app: str = "") -> list[Path]:
    """Write index.html and a file for each page. Return their paths.

    `app`: the address of an app, for links in the files.
    """
    out.mkdir(parents=True, exist_ok=True)
    files, rows = [], []
    visit.open_page("", "")  # the shell declares the pages
    for path in [page.url_path for page in screen.PAGES]:
        page = page_declaration.page(path or HOME)
        assert page is not None, path
        visit.open_page(path, "")
        picture = page_snapshot.picture()
        headline = page_snapshot.words() | picture
        link = f"{app.rstrip('/')}/{path}?{picture['query']}" if app else ""
        question, lead = headline["question"], headline["lead"]
        words = PageText(
            page.title, question, lead, picture["query"], link, index_link="index.html"
        )
        text = handout(picture, words, losses=page.every_loss)
        files.append(out / f"{page.name}.html")
        files[-1].write_text(text, encoding="utf-8")
        rows.append((files[-1].name, page.title, question))
        print(f"{files[-1]}: {len(text.encode()) / 1e6:.1f} MB", flush=True)
    index = out / "index.html"
    index.write_text(html_template.index(rows), encoding="utf-8")
    return [index, *files]
