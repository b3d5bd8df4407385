"""Test which differences between two pictures of a page count."""

import numpy as np
import pytest
from PIL import Image

from tests.tools import photographs


@pytest.fixture
def sets(tmp_path):
    """Return two folders, and a function that saves a white page with a grey spot in one of
    them."""
    folders = tmp_path / "before", tmp_path / "after"
    for folder in folders:
        folder.mkdir()

    def save(folder, name="svm-0.png", spot=0, shade=0, size=(300, 200)):
        image = np.full((*size, 3), 255, np.uint8)
        image[:spot, :spot] = shade
        Image.fromarray(image).save(folder / name)

    return *folders, save


def test_equal_pictures_do_not_differ(sets, capsys):
    before, after, save = sets
    for folder in (before, after):
        save(folder, spot=20)
    assert photographs.main(["compare", str(before), str(after)]) == 0
    assert capsys.readouterr().out == "No picture differs.\n"


def test_a_difference_is_named_with_its_share_of_the_pixels(sets, capsys):
    before, after, save = sets
    save(before)
    save(after, spot=30)
    assert photographs.main(["compare", str(before), str(after)]) == 1
    assert capsys.readouterr().out == "svm-0.png: 1.5000% of the pixels\n"


def test_a_differently_smoothed_edge_is_not_a_difference(sets):
    before, after, save = sets
    save(before)
    save(after, spot=30, shade=255 - photographs.CHANGED_LEVEL)
    assert photographs.compare(before, after) == []


def test_a_page_of_another_length_or_a_missing_one_differs(sets):
    before, after, save = sets
    save(before)
    save(after, size=(310, 200))
    save(after, name="losses-0.png")
    difference = {picture.name: picture.reason for picture in photographs.compare(before, after)}
    assert difference == {
        "svm-0.png": "they are 200x300 and 200x310",
        "losses-0.png": "only one of the two sets has it",
    }


def test_two_empty_folders_are_an_error(sets):
    with pytest.raises(ValueError, match="no pictures"):
        photographs.compare(*sets[:2])
