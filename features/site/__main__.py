"""python -m features.site build/site: the whole course as a folder without a server.

python -m features.site --one svm svm.html: one page of it as a file.
python -m features.site --engine build/engine: only the engine, as relief for the app.
"""

import argparse
import shutil
import sys
from pathlib import Path

from features.site import screen
from features.site.engine_files import DamagedFile


def main(arguments: list[str] | None = None) -> int:
    """Writes the folder. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m features.site",
        description="The whole course as a folder for any web host: no server, no accounts.",
    )
    parser.add_argument("out", type=Path, nargs="?", default=Path("build/site"))
    parser.add_argument("--one", metavar="PAGE", help="only this page, as one file: svm, home, …")
    parser.add_argument("--engine", action="store_true", help="only the engine, for the app")
    parser.add_argument("--numpy", type=Path, help="NumPy's wheel for Pyodide, where it is at hand")
    given = parser.parse_args(arguments)
    screen.stand_in()  # before anything that imports Streamlit
    from features.site import build

    if given.engine:
        return _engine(given.out, given.numpy)
    if given.one:
        return _one(given.one, given.out, given.numpy)
    if (given.out / "service-worker.js").exists():  # a site of an earlier run
        shutil.rmtree(given.out)
    try:
        build.build(given.out, given.numpy)
    except (DamagedFile, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in given.out.rglob("*") if path.is_file())
    print(f"{given.out}: {size / 1e6:.1f} MB. Look at it: python -m http.server -d {given.out}")
    return 0


def _engine(out: Path, wheel: Path | None) -> int:
    from features.site import relief

    try:
        relief.write(out, wheel)
    except (DamagedFile, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in out.iterdir())
    print(f"{out}: {size / 1e6:.1f} MB. The app finds it there when it starts.")
    return 0


def _one(page: str, out: Path, wheel: Path | None) -> int:
    from features.site import one_file

    try:
        one_file.write(page, out, wheel)
    except (DamagedFile, OSError, one_file.NoSuchPage) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{out}: {out.stat().st_size / 1e6:.1f} MB. Open it in any browser.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
