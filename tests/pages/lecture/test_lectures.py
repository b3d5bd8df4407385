"""The lectures that ship: every step can be shown, and the claims of the steps' notes are true."""

from pathlib import Path

import numpy as np
import pytest

import kernel_core as kc
from features.lecture import playlist_link, prefetch
from features.lecture.playlist import PlaylistError, names, read, read_shipped
from features.lecture.playlist_text import toml
from lab.scene.scene import parse
from lab.ui.challenges import is_met
from tests.pages.goals import frames, items
from tests.pages.lecture.lecture_steps import element_of, page_of, values
from tests.pages.live_elements import LISTED_FILES, elements

PAGES = ["", *(file.removesuffix("/page.py").replace("_", "-") for file in LISTED_FILES[1:])]
NOTES_FOLDER = {"000", "001", "002", "003", "004"}
STEPS = [
    pytest.param(step, id=f"{name}-{k}")
    for name in names()
    for k, step in enumerate(read_shipped(name).steps, 1)
]


def test_a_lecture_ships_for_each_set_of_notes():
    assert set(names()) == NOTES_FOLDER
    for name in names():
        lecture = read_shipped(name, PAGES)
        assert not lecture.faults and lecture == read_shipped(name)
        assert 6 <= len(lecture.steps) <= 12 and name in lecture.title
        assert all(step.title and step.notes.strip() for step in lecture.steps)
        assert len({step.page for step in lecture.steps}) >= 2, "a lecture goes through pages"


@pytest.mark.thorough(keep_every=20)
@pytest.mark.parametrize("step", STEPS)
def test_a_step_can_be_shown(step):
    """Check that each step's page accepts its scene without a warning, and has its element and its
    slider."""
    page = page_of(step)
    assert not page.exception and not page.warning and not page.error
    data = element_of(page, step)
    if step.along:
        assert step.along in {slider["along"] for slider in items(data, "slider")}


@pytest.mark.thorough(keep_every=12)
@pytest.mark.parametrize("step", [p for p in STEPS if p.values[0].claims])
def test_the_notes_claims_hold(step):
    step_values = values(step)
    for claim in step.claims:
        assert is_met((claim,), step_values), f"{claim}: it is {step_values.get(claim[0])}"


@pytest.mark.thorough(keep_every=6)
@pytest.mark.parametrize("step", [p for p in STEPS if p.values[0].cover or p.values[0].question])
def test_what_begins_hidden_asks_a_question_with_one_right_answer(step):
    assert step.initial_cover() and step.question.endswith("?")
    assert len(step.options) == len(step.answers) >= 2
    right = [is_met((answer,), values(step)) for answer in step.answers]
    assert right.count(True) == 1, list(zip(step.options, right, strict=True))


@pytest.mark.parametrize("step", [p for p in STEPS if p.values[0].ask])
def test_what_the_hall_is_asked_is_hidden_as_the_step_opens(step):
    assert step.initial_cover()


@pytest.mark.parametrize("step", [p for p in STEPS if dict(p.values[0].ask).get("along")])
def test_a_slider_that_the_hall_is_asked_about_has_its_answer_between_its_ends(step):
    scene, _ = parse(element_of(page_of(step), step)["query"])
    errors = [frame["test_error"] for frame in frames(scene, dict(step.ask)["along"])]
    assert 0 < int(np.argmin(errors)) < len(errors) - 1
    assert max(errors) > 1.1 * min(errors), "it matters where the slider stands"


@pytest.mark.thorough(keep_every=8)
@pytest.mark.parametrize("step", STEPS)
def test_the_prefetched_address_is_the_one_that_the_page_requests(step):
    """The address that the browser prefetches is the one that the player requests."""
    early_request = prefetch.request(step)
    data = next(iter(elements(page_of(step)).values()))
    if not early_request:
        assert not data["frames"] or step.page in ("kernel-trick", "stochastic-gradient")
        return
    expected = (
        f"{data['frames']}?{data['query']}&along={data['first']}&stops={data['stops']}&grid=81"
    )
    assert early_request == expected


def test_numbers_that_stand_in_titles_and_notes():
    X = np.array([[0.0, 0.0], [3.0, 4.0]])
    K = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    assert np.linalg.eigvalsh(K).tolist() == pytest.approx([-25, 25]), "r and −r"
    assert kc.Polynomial(degree=4, c=1).features(np.zeros((1, 16))).shape[1] == 4845


def test_every_shipped_lecture_fits_into_a_link():
    for name in names():
        lecture = read_shipped(name)
        unpacked = playlist_link.unpack(playlist_link.pack(lecture), PAGES)
        assert [s.scene for s in unpacked.steps] == [s.scene for s in lecture.steps]


def test_the_example_of_the_dialog_and_of_the_documentation_can_be_read():
    from features.lecture import playlist
    from features.lecture.lecture_library import EXAMPLE

    assert read(EXAMPLE, PAGES).steps[0].cover == "numbers"
    text = Path(playlist.__file__).read_text("utf-8").split('"""')[1]
    example = "\n".join(line[4:] for line in text.splitlines() if line.startswith("    "))
    assert read(example, PAGES).steps[0].claims == (("test_error", ">=", 0.1),)


@pytest.mark.parametrize("name", names())
def test_of_a_lecture_that_ships_a_course_plays_its_own_pages_with_one_sentence(name):
    shipped = read_shipped(name)
    pages = [step.page for step in shipped.steps][:1]
    part = read_shipped(name, pages)
    assert part.steps == tuple(step for step in shipped.steps if step.page in pages)
    (fault,) = part.faults
    assert f"{len(shipped.steps) - len(part.steps)} scenes" in fault
    with pytest.raises(PlaylistError, match=f"{len(shipped.steps)} scenes") as error:
        read_shipped(name, [""])
    assert len(error.value.faults) == 1


@pytest.mark.parametrize("name", names())
def test_a_lecture_that_ships_reads_back_from_toml(name):
    assert read(toml(read_shipped(name))) == read_shipped(name)
