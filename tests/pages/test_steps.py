"""The steps that pages declare."""

from itertools import combinations, pairwise

import pytest
import streamlit as st

from lab.course import page_declaration
from lab.course.open_parts import QUIZ
from lab.endpoints import static_assets
from lab.ui import page_snapshot
from lab.ui.items.item import flatten, flatten_json
from lab.ui.palette import THEMES
from lab.ui.steps.step import faults
from pages.order import PAGES
from tests.lab.ui.colour_vision import MARKS_APART, VISIONS, seen
from tests.lab.ui.element_data import page_data
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import items
from tests.pages.live_elements import by_step, elements

CORE = {*static_assets.scripts(frozenset())}  # scripts that every live element needs
UNDIVIDED = {"glossary", "home"}
CURVE_WIDTH = 2  # width of a curve in pixels, if its series has none
WALKS = [page for page in PAGES if page.steps]


def test_only_the_listed_pages_have_no_steps():
    assert {page.name for page in PAGES} - {page.name for page in WALKS} == UNDIVIDED


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_a_page_declares_its_steps_well(page):
    assert faults(page.steps) == []
    ids = [challenge.id for challenge in page.challenges]
    assert len({*ids}) == len(ids), "each challenge belongs to one step"
    assert {question.section for question in page.quiz} <= {step.title for step in page.steps}


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_the_first_plane_of_a_page_has_a_legend(page):
    words = {name: str(word) for name, word in page.words.items()}
    pictures = [
        picture for step in page.steps[:3] for picture in step.build_pictures(page.scene, words)
    ]
    of_pictures = [
        {item.kind for item in flatten([*each.main, *each.side, *each.below])} for each in pictures
    ]
    with_planes = [kinds for kinds in of_pictures if kinds & {"plane", "vote", "space"}]
    assert not with_planes or with_planes[0] & {"legend", "classlegend"}


def are_told_apart(first, second):
    """Return whether the curves of two series both have a label, have one meaning, or differ by
    their dash, by twice the width, or by colour."""
    tones = (first["tone"], second["tone"])
    narrow, wide = sorted(series.get("width", CURVE_WIDTH) for series in (first, second))
    if ("label" in first and "label" in second) or first.get("dash") != second.get("dash"):
        return True
    return (
        tones[0] == tones[1]
        or wide >= 2 * narrow
        or all(seen(theme, *tones, vision) >= MARKS_APART for theme in THEMES for vision in VISIONS)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_two_curves_of_a_chart_are_told_apart_without_colour_vision(page):
    for element in elements(view_page(page.file)).values():
        for item in flatten_json(element["main"] + element["side"] + element["below"]):
            for first, second in combinations(item.get("series", []), 2):
                assert are_told_apart(first, second), (element["name"], first, second)


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_every_step_is_on_the_page(page):
    drawn_page = view_page(page.file)
    headings = [heading.value for heading in drawn_page.header]
    assert headings == [step.question for step in page.steps[1:] if step.name != QUIZ]
    waiting = view_page(page.file, {}, is_drawn=False)
    assert len(elements(waiting)) == 1 and not waiting.header, "the first picture comes first"


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_a_column_beside_a_picture_has_more_than_controls_and_a_question(page):
    for element in elements(view_page(page.file)).values():
        kinds = {item["kind"] for item in flatten_json(element["side"])}
        assert not kinds or kinds - {"group", "slider", "choice", "challenge"}, element["name"]


@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_words_below_a_table_are_no_row_of_it(page):
    for text in view_page(page.file).markdown:
        for row, next_line in pairwise(text.value.splitlines()):
            assert not (row.startswith("|") and next_line and not next_line.startswith("|")), row


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_a_frame_shows_the_first_step_or_those_that_its_address_names(page):
    def draw_frame(**query):
        drawn_page = view_page(page.file, {"hide": "text"} | query)
        assert not drawn_page.exception
        elements_of_step = {step: of for step, of in by_step(drawn_page).items() if of}
        leaders = {
            element["group"]
            for of in elements_of_step.values()
            for element in of
            if "group" in element
        }
        assert len(leaders) < 2 and leaders <= {
            element["name"] for of in elements_of_step.values() for element in of
        }
        return (
            [*elements_of_step],
            drawn_page.title[0].value,
            [heading.value for heading in drawn_page.header],
        )

    questions = {step.name: step.question for step in page.steps}
    first = page_declaration.first_visible_step(page.path)
    assert draw_frame() == ([first], questions[first], [])
    assert draw_frame(step="no-such-step") == draw_frame(), "as an older link"
    for name in page.frame_heights:
        assert draw_frame(step=name) == ([name], questions[name], [])
    steps = [*page.frame_heights][1::3]
    assert draw_frame(step=",".join(reversed(steps))) == (
        steps, questions[steps[0]], [questions[name] for name in steps[1:]]
    )  # fmt: skip


def test_an_older_frame_that_names_no_step_shows_the_first_and_leads_to_the_page(monkeypatch):
    def drawn(**query):
        shown = open_page("svm/page.py", query)
        links = [text.value for text in shown.markdown if text.value.startswith("[All steps")]
        return [step for step, of in by_step(shown).items() if of], links

    assert len(drawn()[0]) > 3 and not drawn()[1]
    monkeypatch.setattr(type(st.context), "is_embedded", True)
    steps, (link,) = drawn(lam="0.1", embed="true")
    assert steps == [page_declaration.first_visible_step("svm")]
    assert link.endswith("svm?lam=0.1)")
    assert drawn(step="who-holds", embed="true") == (["who-holds"], [])
    assert drawn(hide="text") == (steps, [])


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_what_is_taken_along_moves_without_a_server(page):
    drawn_page = view_page(page.file)
    steps = drawn_page.session_state[page_snapshot.STEPS]
    picture = drawn_page.session_state[page_snapshot.KEY]
    first = next(step for step in page.steps if step.name == next(iter(steps)))
    assert (picture["question"], picture["lead"]) == (first.question, first.lead)
    assert items({"below": []} | picture, "slider")


@pytest.mark.thorough(keep_every=12)
@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_in_the_lecture_view_each_step_has_its_own_picture(page):
    """The lecture view shows all pictures of the page."""
    usual_elements, screen = (elements(view_page(page.file, q)) for q in ({}, {"view": "lecture"}))
    assert {
        name for name in usual_elements if not name.startswith("quiz-") and name != "page-link"
    } == screen.keys()
    for name, element in screen.items():
        assert [items(element, kind) for kind in ("slider", "choice")] == [
            items(usual_elements[name], kind) for kind in ("slider", "choice")
        ]
    assert not any("steps" in data for data in page_data(view_page(page.file, {"view": "lecture"})))


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_hide_more_leaves_the_first_picture_and_those_with_data_of_their_own(page):
    all_elements, shown_elements = (
        elements(view_page(page.file, q)) for q in ({}, {"hide": "more"})
    )
    first = next(iter(all_elements))
    followers = {name for name, element in all_elements.items() if "group" in element}
    assert shown_elements.keys() == all_elements.keys() - followers | {first}


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("page", WALKS, ids=lambda page: page.name)
def test_what_the_first_picture_has_brought_is_not_sent_again(page):
    first, *later_elements = elements(view_page(page.file)).values()
    shared_resources = {"palette", "style", "preload"}
    assert shared_resources <= first.keys()
    for element in later_elements:
        follows = element.get("group", element["name"]) != element["name"]
        if follows:
            assert not shared_resources & element.keys()
        elif not element["frames"]:  # it may be opened first
            assert not CORE & {*element["preload"]}
