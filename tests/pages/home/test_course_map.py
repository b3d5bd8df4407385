"""The map matches the pages: titles, challenges, questions, and the next page."""

from types import SimpleNamespace

import pytest
import streamlit as st

from lab.course import course
from lab.course.course import Course
from lab.course.page_declaration import groups
from lab.ui import live_element, quiz
from pages.home import course_map
from pages.order import PAGES, REFERENCE_PAGES
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import data_of, items
from tests.pages.live_elements import LISTED_FILES, elements

TITLES = {page.name: page.title for page in PAGES}
WAYS = {way.name: way for way in Course().ordered_pages()}
CHAIN = [*WAYS, "home"]


def quiz_of(page):
    return [data for name, data in elements(page).items() if name.startswith("quiz-")]


@pytest.fixture(scope="module", params=WAYS)
def page_elements(request):
    """Return the folder of a page, and the page itself, completely drawn."""
    return request.param, view_page(f"{request.param}/page.py")


def test_the_map_has_every_page_by_its_title():
    assert {name: way.title for name, way in WAYS.items()} == {
        name: title for name, title in TITLES.items() if name not in ("home", *REFERENCE_PAGES)
    }
    assert sorted(f"{name}/page.py" for name in (*CHAIN, *REFERENCE_PAGES)) == sorted(LISTED_FILES)


@pytest.mark.thorough(keep_every=4)
def test_the_map_lists_the_challenges_of_each_page(page_elements):
    name, page = page_elements
    ids = [c["id"] for data in elements(page).values() for item in items(data, "challenge")
             for c in item["challenges"]]  # fmt: skip
    assert sorted(ids) == sorted(challenge.id for challenge in WAYS[name].challenges)
    assert len(set(ids)) == len(ids) > 0


@pytest.mark.thorough(keep_every=4)
def test_the_map_shows_each_pages_question(page_elements):
    name, page = page_elements
    assert page.title[0].value == WAYS[name].question


def test_each_page_ends_with_its_quiz_and_the_next_page(page_elements):
    name, page = page_elements
    (data,) = quiz_of(page)
    (item,) = items(data, "quiz")
    assert [q["id"] for q in item["questions"]] == [q.id for q in quiz.questions_of(name)]
    kinds = [part.type for part in page.main]
    assert len(kinds) - 1 - kinds[::-1].index("bidi_component") > kinds.index("header")
    next_name = CHAIN[CHAIN.index(name) + 1]
    target = page.get("page_link")[-1].proto.page
    assert target == ("" if next_name == "home" else next_name.replace("_", "-"))


def test_each_quiz_question_names_an_existing_section(page_elements):
    name, page = page_elements
    headings = {part.value for kind in ("title", "header", "subheader") for part in page.get(kind)}
    headings |= {
        item["text"] for data in elements(page).values() for item in items(data, "heading")
    }
    headings |= {title for step in WAYS[name].steps for title in (step.title, *step.formerly)}
    assert {question.section for question in quiz.questions_of(name)} <= headings


def test_no_challenge_is_on_two_pages():
    ids = [challenge.id for way in WAYS.values() for challenge in way.challenges]
    assert len(set(ids)) == len(ids)


def test_the_quiz_waits_for_the_first_picture():
    page = open_page("svm/page.py")
    page.session_state[live_element.SEEN_KEY] = False
    assert quiz_of(page) and not quiz_of(page.run())


@pytest.mark.parametrize("words", [{"hide": "quiz"}, {"hide": "text"}, {"view": "lecture"}])
def test_a_link_may_leave_the_quiz_out(words):
    page = view_page("svm/page.py", words)
    elements = [part.proto.json for part in page.main if part.type == "bidi_component"]
    assert elements and not any("quiz-svm" in text for text in elements)


def test_the_front_page_has_the_map_once_its_picture_is_there():
    page = open_page("home/page.py")
    (item,) = items(data_of(page, "map"), "coursemap")
    assert [group["title"] for group in item["groups"]] == [*groups()]
    ways = {way["path"]: way for group in item["groups"] for way in group["ways"]}
    assert [*ways] == [way.path for way in WAYS.values()]
    for way in WAYS.values():
        questions, steps = quiz.questions_of(way.name), ways[way.path]["steps"]
        assert [step["id"] for step in steps] == [step.link(way.name)["id"] for step in way.steps]
        challenges = [challenge for step in steps for challenge in step["challenges"]]
        assert sorted(challenges) == sorted(challenge.id for challenge in way.challenges)
        assert [*steps[-1]["quiz"]] == [question.id for question in questions]
    page.session_state[live_element.SEEN_KEY] = False
    assert "map" not in elements(page.run())


def test_a_course_has_one_order_and_only_its_own_pages(monkeypatch):
    own_course = Course(pages=("svm", "rbf-bandwidth", "kernel-trick", "losses", "glossary"))
    monkeypatch.setattr(course, "current", lambda: own_course)
    (item,) = items(data_of(open_page("home/page.py"), "map"), "coursemap")
    assert [
        (group["title"], [way["path"] for way in group["ways"]]) for group in item["groups"]
    ] == [
        ("Learning algorithms", ["svm"]),
        ("What a kernel is", ["rbf-bandwidth", "kernel-trick"]),
        ("Losses and penalties", ["losses"]),
    ]
    assert [*course_map.resume().pages] == [*own_course.pages[:4]]
    for name, next_page in (("svm", "rbf-bandwidth"), ("kernel-trick", "losses"), ("losses", "")):
        way_on = open_page(f"{name.replace('-', '_')}/page.py").get("page_link")[-1].proto
        assert way_on.page == next_page


def test_the_navigation_numbers_the_way_as_the_map_does(monkeypatch):
    navigation, numbered = st.navigation, []
    monkeypatch.setattr(
        st,
        "navigation",
        lambda pages, **words: numbered.append(pages) or navigation(pages, **words),
    )
    open_page("home/page.py")
    on_the_way = [f"{k} {way.title}" for k, way in enumerate(WAYS.values(), 1)]
    assert [page.title for page in numbered[-1]] == [
        TITLES["home"],
        *on_the_way,
        TITLES["glossary"],
    ]
    monkeypatch.setattr(course, "current", lambda: Course(pages=("svm", "glossary", "losses")))
    open_page("home/page.py")
    assert [page.title for page in numbered[-1]] == [
        TITLES["home"],
        "1 SVM",
        "Glossary",
        "2 Losses",
    ]


def test_a_button_press_opens_an_existing_page_once(monkeypatch):
    targets = []
    monkeypatch.setattr(
        course_map.st, "switch_page", lambda *page, **words: targets.append((page, words))
    )
    monkeypatch.setattr(course_map.st, "session_state", {})

    def press(text):
        course_map.follow_link(SimpleNamespace(go=text))

    press(None)
    press("1 rbf-bandwidth?tau=0.2&formula=a%26b")
    press("1 rbf-bandwidth?tau=0.2&formula=a%26b")
    assert targets == [
        (("rbf_bandwidth/page.py",), {"query_params": {"tau": ["0.2"], "formula": ["a&b"]}})
    ]
    for nowhere in ("2 ../app", "3 https://example.org/svm", "4", "5 shell", "6 svm.py", "8 svm/"):
        press(nowhere)
    assert len(targets) == 1
    press("7 svm")
    assert targets[1] == (("svm/page.py",), {"query_params": {}})
