"""The README opens with a drag that moves and stays light."""

from PIL import Image

from tests.tools.readme_pictures import DRAG, FOLDER

README = FOLDER.parents[1] / "README.md"


def test_the_drag_moves_and_is_light():
    with Image.open(DRAG) as moving:
        assert moving.n_frames > 40
        moving.seek(0)
        first = moving.convert("RGB").tobytes()
        moving.seek(moving.n_frames // 2)
        assert moving.convert("RGB").tobytes() != first
    assert DRAG.stat().st_size < 1_500_000
    assert "docs/pictures/drag.webp" in README.read_text("utf-8").split("\n\n")[1]
