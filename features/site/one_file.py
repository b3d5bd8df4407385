"""A page of the site with its engine as one HTML file, for a USB stick or a learning platform."""

import base64
import re
from pathlib import Path

from features.site import engine_files, html_file, screen, visit
from features.site.build import START, WORKER, Site, style
from lab.endpoints import static_assets


class OneFile(Site):
    """One page as a file: `files` has the contents of the files that a site has in its folder."""

    def __init__(self, files: engine_files.EngineFiles) -> None:
        self.files: dict[str, bytes] = {}
        super().__init__(Path(), files)
        self.put(f"{self.assets}/{WORKER}", static_assets.read(WORKER))

    def put(self, name: str, content: bytes | str, *, keep: bool = True) -> None:
        self.files[name] = content.encode() if isinstance(content, str) else content

    def head(self, scripts: object) -> str:
        pictures = static_assets.read("assets/glossary.svg")
        return (
            f'<style>{style()}</style><script type="image/svg+xml" id="glossary-sheet">'
            f"{pictures}</script>"
        )

    def start(self) -> str:
        """Return tags with the files in base64, and with the scripts as texts for an import map."""
        files = "\n".join(
            f'<script type="text/plain" data-file="{name}">'
            f"{base64.b64encode(content).decode('ascii')}</script>"
            for name, content in self.files.items()
        )
        scripts = [START, *(name for name in static_assets.names() if name.endswith(".js"))]
        return f"{files}\n{html_file.scripts(scripts)}"

    def html(self, name: str) -> str:
        """Return the HTML of the page of this URL path. Raises NoSuchPage."""
        visit.open_page("", "")
        if name not in [page.url_path for page in screen.PAGES]:
            names = ", ".join(page.url_path or "home" for page in screen.PAGES)
            raise screen.NoSuchPage(f"The course has no page “{name}”. It has: {names}.")
        self.page(name)
        return self.files[f"{name}/index.html" if name else "index.html"].decode()


def write(name: str, out: Path, wheel: Path | None = None) -> None:
    """Write the page of this URL path, or "home" for the first page, into a file."""
    text = OneFile(engine_files.engine_files(wheel)).html("" if name == "home" else name)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(re.sub(r'<base href="[^"]*">', '<base href="./">', text, count=1), "utf-8")
