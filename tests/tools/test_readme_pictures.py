"""The README begins with an animated drag, and its file is small."""

from PIL import Image

from tests.tools.readme_pictures import DRAG, FOLDER

README = FOLDER.parents[1] / "README.md"


def test_the_picture_is_animated_and_its_file_is_small():
    with Image.open(DRAG) as animation:
        assert animation.n_frames > 40
        animation.seek(0)
        first = animation.convert("RGB").tobytes()
        animation.seek(animation.n_frames // 2)
        assert animation.convert("RGB").tobytes() != first
    assert DRAG.stat().st_size < 1_500_000
    assert "docs/pictures/drag.webp" in README.read_text("utf-8").split("\n\n")[1]
