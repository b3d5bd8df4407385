"""The course itself for Python in the browser: sources and tables in one zip."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from lab.endpoints.static_assets import ROOT, SERVED

_ROOMS = ("kernel_core", "lab", "features", "pages")
_SUFFIXES = {".py", ".npz", ".toml", ".js", ".css"}  # a script says in its text what it draws
_NOT_NEEDED = ("features/site/build", "features/site/engine_files", "features/site/__main__")
# Words and formulas, see `text_html`; QR codes.
_LIBRARIES = ("markdown-it-py", "mdurl", "latex2mathml", "segno")


def bundle(*, pages: bool = True) -> bytes:
    """The zip, not compressed: it is packed as a whole. Same sources, same bytes. Without `pages`
    it answers addresses only, and needs no library for their words."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name, path in sorted(_files(_LIBRARIES if pages else ())):
            made.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return out.getvalue()


def _files(libraries: Iterable[str]) -> Iterator[tuple[str, Path]]:
    for room in (*_ROOMS, "assets"):
        wanted = SERVED[room] if room == "assets" else _SUFFIXES  # all: they make the version
        for path in (ROOT / room).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in wanted and path.is_file() and not name.startswith(_NOT_NEEDED):
                yield name, path
    for library in libraries:
        yield from _installed(distribution(library))


def _installed(library: Distribution) -> Iterator[tuple[str, Path]]:
    """What a library needs to be imported, and under which licence it is."""
    for one in library.files or ():
        wanted = one.suffix in {".py", ".json", ".txt"} or one.name in {"METADATA", "LICENSE"}
        if wanted and ".." not in one.parts:  # there are scripts of its own
            yield one.as_posix(), Path(str(one.locate()))
