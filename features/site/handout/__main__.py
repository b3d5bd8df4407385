"""python -m features.site.handout "<scene>" out.html: a live picture as one HTML file."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from features.site.handout.build import NoOfflinePicture, PageText, handout
from features.site.handout.default_picture import picture_of
from lab.scene.scene import SceneError


def main(arguments: list[str] | None = None) -> int:
    """Write the file. Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m features.site.handout",
        description="A live picture as one HTML file that opens from disk, with no server.",
    )
    parser.add_argument("scene", help='as in an address: "data=moons&seed=3&tau=0.2"')
    parser.add_argument("out", type=Path, help="the file to write, such as out.html")
    parser.add_argument("--question", default="What do the sliders do?", help="the page's heading")
    parser.add_argument("--lead", default="Drag a slider, and watch the thick line.")
    parser.add_argument("--link", default="", help="the page's address in an app, for a link")
    parser.add_argument(
        "--losses",
        action="store_true",
        help="include every loss; several sliders then have fewer stops each",
    )
    options = parser.parse_args(arguments)
    import_module("features.order")  # declares the features whose scripts a file contains
    try:
        picture = picture_of(options.scene.lstrip("?"))
        words = PageText(
            options.question, options.question, options.lead, picture["query"], options.link
        )
        text = handout(picture, words, losses=options.losses)
    except (SceneError, NoOfflinePicture) as error:
        print(error, file=sys.stderr)
        return 2
    options.out.write_text(text, encoding="utf-8")
    print(f"{options.out}: {len(text.encode()) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
