"""Bundle the course's sources and tables in a zip for Python in the browser."""

import io
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from lab.endpoints.static_assets import ROOT, SERVED

_FOLDERS = ("kernel_core", "lab", "features", "pages")
# Scripts are included because `static_assets.modules` reads which items each of them draws.
_SUFFIXES = {".py", ".npz", ".toml", ".js", ".css"}
_EXCLUDED_PREFIXES = ("features/site/build", "features/site/engine_files", "features/site/__main__")
# Libraries for texts and formulas, see `text_html`, and for QR codes.
_LIBRARIES = ("markdown-it-py", "mdurl", "latex2mathml", "segno")


def bundle(*, pages: bool = True) -> bytes:
    """Return the zip. It is not compressed, since it is packed as a whole later. Equal sources give
    equal bytes.

    Without `pages` the engine answers requests only, and needs none of the libraries.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, path in sorted(_files(_LIBRARIES if pages else ())):
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return out.getvalue()


def _files(libraries: Iterable[str]) -> Iterator[tuple[str, Path]]:
    for folder in (*_FOLDERS, "assets"):
        # All served files are needed: the version in their addresses is a hash of all of them.
        suffixes = SERVED[folder] if folder == "assets" else _SUFFIXES
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if (
                path.suffix in suffixes
                and path.is_file()
                and not name.startswith(_EXCLUDED_PREFIXES)
            ):
                yield name, path
    for library in libraries:
        yield from _library_files(distribution(library))


def _library_files(library: Distribution) -> Iterator[tuple[str, Path]]:
    """Yield the files of a library: its modules, metadata and licence."""
    for file in library.files or ():
        is_needed = file.suffix in {".py", ".json", ".txt"} or file.name in {"METADATA", "LICENSE"}
        # A path such as ../../../bin/f2py is a command, not a module.
        if is_needed and ".." not in file.parts:
            yield file.as_posix(), Path(str(file.locate()))
