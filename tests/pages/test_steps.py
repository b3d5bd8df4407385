"""The steps that pages declare."""

import re
from itertools import pairwise

import pytest

from lab.course import page_declaration
from lab.course.open_parts import QUIZ
from lab.endpoints import static_assets
from lab.ui import page_snapshot
from lab.ui.steps.step import faults
from pages.order import PAGES
from tests.lab.ui.told import all_told
from tests.lab.ui.visit import looked_at
from tests.pages.goals import items
from tests.pages.live_elements import by_step, elements

CORE = {*static_assets.scripts(frozenset())}  # what every live element needs of scripts
UNDIVIDED = {"glossary", "home"}
WALKS = [page for page in PAGES if page.steps]


def test_every_other_page_is_a_walk():
    assert {page.name for page in PAGES} - {page.name for page in WALKS} == UNDIVIDED


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_a_page_declares_its_steps_well(page):
    assert faults(page.steps) == []
    ids = [one.id for one in page.challenges]
    assert len({*ids}) == len(ids), "each challenge belongs to one step"
    assert {question.section for question in page.quiz} <= {step.title for step in page.steps}


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_no_title_counts_points(page):
    """How many there are is for the learner to choose, and the title stays."""
    counts = re.compile(r"\b(\d\d+|hundred|thousand)\b", re.IGNORECASE)
    assert not [step.title for step in page.steps if counts.search(step.title)]


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_every_step_is_on_the_page(page):
    shown = looked_at(page.file)
    headings = [heading.value for heading in shown.header]
    assert headings == [step.question for step in page.steps[1:] if step.name != QUIZ]
    waiting = looked_at(page.file, {}, seen=False)
    assert len(elements(waiting)) == 1 and not waiting.header, "the first picture comes first"


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_words_below_a_table_are_no_row_of_it(page):
    for text in looked_at(page.file).markdown:
        for row, next_line in pairwise(text.value.splitlines()):
            assert not (row.startswith("|") and next_line and not next_line.startswith("|")), row


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_a_frame_shows_the_first_step_or_those_that_its_address_names(page):
    def drawn(**query):
        shown = looked_at(page.file, {"hide": "text"} | query)
        assert not shown.exception
        found = {step: of for step, of in by_step(shown).items() if of}
        leaders = {one["group"] for of in found.values() for one in of if "group" in one}
        assert len(leaders) < 2 and leaders <= {one["name"] for of in found.values() for one in of}
        return [*found], shown.title[0].value, [heading.value for heading in shown.header]

    questions = {step.name: step.question for step in page.steps}
    first = page_declaration.first_shown(page.path)
    assert drawn() == ([first], questions[first], [])
    assert drawn(step="no-such-step") == drawn(), "as an older link"
    for name in page.pictures:
        assert drawn(step=name) == ([name], questions[name], [])
    some = [*page.pictures][1::3]
    assert drawn(step=",".join(reversed(some))) == (
        some, questions[some[0]], [questions[name] for name in some[1:]]
    )  # fmt: skip


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_what_is_taken_along_moves_without_a_server(page):
    shown = looked_at(page.file)
    steps = shown.session_state[page_snapshot.STEPS]
    picture = shown.session_state[page_snapshot.KEY]
    first = next(step for step in page.steps if step.name == next(iter(steps)))
    assert (picture["question"], picture["lead"]) == (first.question, first.lead)
    assert items({"below": []} | picture, "slider")


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_over_the_whole_screen_each_step_has_its_own_picture(page):
    """The same as on the page, and no rail."""
    usual, screen = (elements(looked_at(page.file, q)) for q in ({}, {"view": "lecture"}))
    assert {name for name in usual if not name.startswith(("quiz-", "short-"))} == screen.keys()
    for name, one in screen.items():
        assert [items(one, kind) for kind in ("slider", "choice")] == [
            items(usual[name], kind) for kind in ("slider", "choice")
        ]
    assert not any("steps" in data for data in all_told(looked_at(page.file, {"view": "lecture"})))


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_hide_more_leaves_the_first_picture_and_those_with_data_of_their_own(page):
    everything, shown = (elements(looked_at(page.file, q)) for q in ({}, {"hide": "more"}))
    first = next(iter(everything))
    followers = {name for name, one in everything.items() if one.get("group") == first}
    assert shown.keys() == everything.keys() - followers | {first}


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_what_the_first_picture_has_brought_is_not_sent_again(page):
    first, *later = elements(looked_at(page.file)).values()
    again = {"palette", "style", "preload"}
    assert again <= first.keys()
    for one in later:
        follows = one.get("group", one["name"]) != one["name"]
        if follows:
            assert not again & one.keys()
        elif not one["frames"]:  # one with sweeps of the server's may be the first of a page
            assert not CORE & {*one["preload"]}
