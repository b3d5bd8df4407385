"""The README opens with a drag that moves, has a still of each page, and stays light."""

from PIL import Image

from pages.order import PAGES
from tests.tools.readme_pictures import DRAG, FOLDER, still

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


def test_every_page_has_a_still_in_the_readme():
    stills = [still(page.name) for page in PAGES]
    assert sum(file.stat().st_size for file in stills) < 1_500_000
    text = README.read_text("utf-8")
    for file in stills:
        assert f"docs/pictures/{file.name}" in text, file.name
    assert {file.name for file in FOLDER.iterdir()} == {DRAG.name, *(file.name for file in stills)}
