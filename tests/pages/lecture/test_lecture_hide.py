"""The parts of a page that a link hides, and the lecture view, on every page."""

import re

import pytest

from features.lecture import embed
from lab.course import course, page_declaration
from lab.course.course import Course
from lab.course.page_declaration import pages
from lab.scene.fields import FIELDS, KERNEL_SLIDERS, KERNELS, kernel_sliders_of
from lab.ui import hidden_controls
from lab.ui.steps.markdown import escape_markdown
from tests.lab.ui.element_data import codes, page_data
from tests.lab.ui.visit import open_page, view_page
from tests.pages.goals import items
from tests.pages.live_elements import LISTED_FILES, elements


def stages(page):
    return [data for data in page_data(page) if "sources" in data]


def live_pictures(page):
    """Return the data of a page's pictures, without the elements of the lecture view."""
    return [data for data in page_data(page) if "main" in data]


def controls(page):
    sliders = {s["along"] for data in live_pictures(page) for s in items(data, "slider")}
    return sliders | {c["field"] for data in live_pictures(page) for c in items(data, "choice")}


@pytest.mark.parametrize("name", LISTED_FILES)
def test_every_control_of_every_page_can_be_named(name):
    unnamed = controls(view_page(name)) - set(hidden_controls.hideable_words())
    assert not unnamed, f"hide can’t be {unnamed}"


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", LISTED_FILES)
def test_everything_on_a_page_can_be_hidden(name):
    all_words = sorted(controls(view_page(name)))
    page = view_page(name, {"hide": ",".join([*all_words, "numbers", "challenge", "points"])})
    assert not page.exception and not page.warning
    assert controls(page) == set()
    for data in live_pictures(page):
        kinds = {item["kind"] for kind in ("readouts", "challenge", "crowd") for item in
                 items(data, kind)}  # fmt: skip
        assert not kinds
        assert not any(item.get("edit") for item in items(data, "plane"))


@pytest.mark.parametrize("name", LISTED_FILES)
def test_text_and_the_way_on_can_be_left_out(name):
    page = view_page(name, {"hide": "text,navigation,quiz,take_away,share,data"})
    assert not page.exception and not page.warning
    assert not page.header and not codes(page)
    assert len(live_pictures(page)) == 1, "the first picture alone"
    assert not [part for part in page.main if part.type == "page_link"]


def test_a_slider_that_is_left_out_keeps_its_value_and_its_stops():
    page = view_page(
        "rbf_bandwidth/page.py",
        {"hide": "tau,sliders,text", "tau": "0.7", "loss": "logistic", "step": "price"},
    )
    data = elements(page)["bandwidth"]
    assert items(data, "slider") == []
    assert {slider["along"] for slider in data["carried"]} == {*KERNEL_SLIDERS, "lam"}
    assert "tau=0.7" in data["query"] and data["first"] in ("tau", "lam")
    assert {c["field"] for c in items(data, "choice")} == {"loss"}
    query = {"hide": "tau,text", "step": "price"}
    element = elements(view_page("rbf_bandwidth/page.py", query))["bandwidth"]
    left = {s["along"] for s in items(element, "slider")}
    assert left == {*KERNEL_SLIDERS, "lam"} - {"tau"}


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", LISTED_FILES)
def test_hiding_what_is_below_a_picture_keeps_the_sliders_of_its_sweep(name):
    """Embedded pages hide these parts by default; without sliders the picture could request no
    sweep."""
    whole_element, part = (
        live_pictures(view_page(name))[0],
        live_pictures(view_page(name, {"hide": "more"}))[0],
    )
    kept_along, carried_along = (
        {part["along"] for part in part.get("carried", ())} for part in (whole_element, part)
    )
    slider_along = {s["along"] for s in items(part, "slider")}
    assert {
        s["along"] for s in items(whole_element, "slider")
    } | kept_along == slider_along | carried_along
    assert not carried_along & slider_along


@pytest.mark.parametrize(
    "path", [name.removesuffix("/page.py").replace("_", "-") for name in LISTED_FILES[1:]]
)
def test_every_page_has_frames_of_its_own_size(path):
    declaration = pages()[path]
    first = declaration.frame_heights[page_declaration.first_visible_step(path)]
    sizes = embed.sizes(f"https://example.org/kernels/{path}?embed=true")
    assert [*sizes.values()] == list(zip(embed.WIDTHS, first, strict=True))
    for step, heights in declaration.frame_heights.items():
        sizes = embed.sizes(f"https://example.org/kernels/{path}?step={step}&embed=true")
        assert [*sizes.values()] == list(zip(embed.WIDTHS, heights, strict=True))


def test_a_frame_of_two_steps_is_as_high_as_both():
    single_height, two = (pages()["svm"].frame_heights[step] for step in ("by-hand", "who-holds"))
    sizes = embed.sizes("https://example.org/svm?step=by-hand,who-holds&embed=true")
    assert [h - embed.STEP_GAP_PX for _, h in sizes.values()] == [
        *map(sum, zip(single_height, two, strict=True))
    ]


def test_the_dialog_offers_the_steps_and_begins_with_the_one_that_is_shown():
    page = open_page("svm/page.py", {"step": "who-holds"})
    page.button(key="to-embed").click().run()
    (steps,) = page.multiselect
    assert steps.value == ["who-holds"] and "quiz" not in steps.options
    assert [*steps.options] == [
        step.title for step in pages()["svm"].steps if step.name in pages()["svm"].frame_heights
    ]
    two = embed.address("https://x.org/svm", {"step": "who-holds"}, (), ("by-hand", "who-holds"))
    assert "step=by-hand,who-holds&" in two


@pytest.mark.thorough(keep_every=15)
@pytest.mark.parametrize("kernel", [*KERNELS, "own"])
@pytest.mark.parametrize("name", ["home/page.py", "multiclass/page.py", "svm/page.py"])
def test_a_frame_can_leave_out_the_sliders_of_its_own_kernel_alone(name, kernel):
    page = open_page(name, {"kernel": kernel, "formula": "x.z"})
    page.button(key="to-embed").click().run()
    assert not page.exception
    (choices,) = [group for group in page.button_group if group.key == "embed-out"]
    own_symbols = [FIELDS[along].symbol for along in kernel_sliders_of(kernel)]
    symbols = {FIELDS[along].symbol for along in KERNEL_SLIDERS}
    assert [text for text in choices.options if text in symbols] == own_symbols
    assert "λ and C" in choices.options


def test_an_unknown_word_is_reported_with_the_known_ones():
    page = view_page("svm/page.py", {"hide": "lambda,<b>,numbers"})
    assert not page.exception
    (warning,) = page.warning
    assert "lambda" in warning.value and "<b>" not in warning.value.replace("\\<b\\>", "")
    assert re.search("tau", warning.value) and "take\\_away" in warning.value
    assert not items(elements(page)["svm"], "readouts"), "what is known is left out all the same"


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("name", LISTED_FILES)
def test_the_lecture_view_is_on_every_page(name):
    page = view_page(name, {"view": "lecture"})
    assert not page.exception and not page.warning
    (data,) = stages(page)
    assert data["list"] is None and not data["faults"]
    assert len(page.title) == 1, "its question is the title"


def test_a_playlist_brings_its_step_and_what_comes_next():
    page = view_page("rbf_bandwidth/page.py", {"list": "000~8", "tau": "0.1"})
    (data,) = stages(page)
    list_data = data["list"]
    assert (list_data["at"], list_data["name"], list_data["steps"][7]["cover"]) == (
        7,
        "000",
        "numbers",
    )
    assert (
        list_data["ahead"][0].startswith("/frames?data=mixture")
        and "tau=0.4" in list_data["ahead"][0]
    )
    assert "claims" not in list_data["steps"][0]
    assert list_data["steps"][2]["cover"] == "answer", "its bars can be counted"


def test_a_link_with_the_list_alone_leads_to_its_step():
    page = view_page("home/page.py", {"list": "000~10"})
    assert not page.exception and not page.warning
    assert page.query_params["tau"] in ("3.2", ["3.2"])
    assert any(data["name"] == "bandwidth" for data in live_pictures(page))


@pytest.mark.thorough(keep_every=3)
@pytest.mark.parametrize("word", ["999", "z.AAAA", "z.", "~", "<script>", "000~999"])
def test_an_unreadable_list_is_reported(word):
    page = view_page("losses/page.py", {"list": word, "loss": "logistic"})
    assert not page.exception
    (data,) = stages(page)
    is_known = word.startswith("000")
    assert bool(data["faults"]) == bool(page.warning) == (not is_known)
    assert live_pictures(page)


def test_the_front_page_lists_every_lecture_once():
    page = view_page("home/page.py")
    links = [part.value for part in page.markdown if "list=00" in part.value]
    assert len(links) == 5
    assert all("view=lecture&list=" in text for text in links)


def test_the_iframe_code_is_escaped():
    query = {"tau": '0.4"><script>', "hide": "loss", "embed": "x", "view": "lecture", "step": "3"}
    source = embed.address("https://kernels.example/base/svm", query, ("data", "tau"))
    assert source.startswith("https://kernels.example/base/svm?tau=0.4%22%3E%3Cscript%3E&")
    assert source.endswith("step=3&embed=true&hide=data,tau")
    html = embed.snippet(source, 'A "question" <b>', (600, 450))
    assert html.count("<") == 2 and '"question"' not in html and "&amp;hide=data,tau" in html
    assert 'width="600" height="450"' in html


@pytest.mark.parametrize(
    "url", ["", "javascript:alert(1)", "file:///etc/passwd", "//x", "ftp://x/"]
)
def test_only_an_address_of_the_web_is_put_into_a_frame(url):
    with pytest.raises(ValueError, match="unknown"):
        embed.address(url, {}, ())


def test_where_a_course_has_few_pages_their_scenes_play_and_the_rest_is_one_sentence(monkeypatch):
    """Check the sentence in the presenter's window and in the list of lectures."""
    own_course = Course(pages=("svm", "kernel-trick"))
    monkeypatch.setattr(course, "current", lambda: own_course)
    page = open_page("svm/page.py", {"list": "001"})
    assert not page.exception and not page.warning
    (data,) = stages(page)
    assert {step["page"] for step in data["list"]["steps"]} == {"svm", "kernel-trick"}
    (fault,) = data["faults"]
    assert "regularisation" in fault and "Line" not in fault
    front = open_page("home/page.py")
    lines = [part.value for part in front.markdown if "list=0" in part.value]
    assert any("list=001" in line and escape_markdown(fault) in line for line in lines)
    assert not any("list=002" in line for line in lines), "no page of it is in this course"
