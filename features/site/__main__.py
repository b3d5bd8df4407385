"""python -m features.site build/site: the whole course as a folder that needs no server.

python -m features.site --one svm svm.html: one page of the course as a file.
python -m features.site --handouts build/handouts: every page's first picture as a file.
python -m features.site --engine build/engine: only the engine, to relieve the app's server.
"""

import argparse
import shutil
import sys
from pathlib import Path

from features.site import screen
from features.site.engine_files import EngineFileError


def main(arguments: list[str] | None = None) -> int:
    """Write the site, a page, the handouts or the engine. Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m features.site",
        description="Write the whole course as a folder for any web host: no server, no accounts.",
    )
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument(
        "--one", dest="page", metavar="PAGE", help="only this page, as one file: svm, home, …"
    )
    parser.add_argument(
        "--handouts", action="store_true", help="the first picture of each page, as one file each"
    )
    parser.add_argument("--app", default="", help="the address of an app, for links in handouts")
    parser.add_argument(
        "--engine", action="store_true", help="only the engine: Python for the visitors' browsers"
    )
    parser.add_argument(
        "--numpy", type=Path, help="NumPy's wheel for Pyodide, if already downloaded"
    )
    options = parser.parse_args(arguments)
    screen.stand_in()  # before anything that imports Streamlit
    kind = "engine" if options.engine else "handouts" if options.handouts else "site"
    out = options.out or Path("build", kind)
    try:
        if options.page:
            from features.site import one_file

            one_file.write(options.page, out, options.numpy)
            hint = "Open the file in any browser."
        elif options.handouts:
            from features.site.handout import course_export

            hint = f"Open {course_export.write(out, options.app)[0]}"
        elif options.engine:
            from features.site import relief

            relief.write(out, options.numpy)
            hint = (
                "The app uses the engine in the folder that the environment variable ENGINE names, "
                "or else in build/engine."
            )
        else:
            from features.site import build

            if (out / "service-worker.js").exists():  # a site of an earlier run
                shutil.rmtree(out)
            build.build(out, options.numpy)
            hint = f"View the site: python -m http.server -d {out}"
    except (EngineFileError, screen.NoSuchPage, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    files = [out] if out.is_file() else [path for path in out.rglob("*") if path.is_file()]
    print(f"{out}: {sum(path.stat().st_size for path in files) / 1e6:.1f} MB. {hint}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
