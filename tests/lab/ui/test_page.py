"""The start of a page: its scene from the address, and widgets bound to it in both directions."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from lab.course.page_declaration import LONGEST_WORD
from lab.looks.kernels import parameters
from lab.scene.fields import FIELDS, KERNELS
from lab.scene.learning_problem import kernel_of
from lab.scene.samples.real_datasets import TABLES
from lab.scene.scene import Scene
from lab.ui.page import DATA_NAMES, KERNEL_NAMES, NAMES, with_path
from lab.ui.steps.markdown import escape_markdown
from tests.lab.ui.visit import as_on_a_server


def a_page():
    import streamlit as st

    from lab.scene.scene import Scene
    from lab.ui import page

    scene = page.scene_of_address(Scene(m=50), ("show",), say=True)
    page.controls(scene, ("data", "m", "noise", "seed", "features", "classes", "intercept"))
    st.text(scene.query())
    st.text(page.view_of_address({"show": "both"})["show"])


def open_front(**query):
    page = as_on_a_server(AppTest.from_function(a_page))
    for name, value in query.items():
        page.query_params[name] = value
    page.run()
    assert not page.exception
    return page


def scene_of(page):
    return page.text[0].value


def query_of(page):
    """Return the words of the address by name."""
    return {
        name: value if isinstance(value, str) else value[-1]
        for name, value in page.query_params.items()
    }


@given(st.text(max_size=40))
def test_visitor_text_is_not_formatted(text):
    escaped = escape_markdown(text)
    assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", escaped) == text.replace("\n", " ")
    unescaped = re.sub(r"\\[!-/:-@\[-`{-~]", "", escaped)
    assert not set(unescaped) & set(string.punctuation), "every mark of Markdown has its backslash"


@pytest.mark.parametrize("text", ["“abc”", "τ = 0,4", "Spiraße", "🙂", "–"])
def test_only_ascii_marks_need_a_backslash(text):
    assert escape_markdown(text).replace("\\,", ",").replace("\\=", "=") == text


def test_a_field_that_is_not_in_the_address_is_the_pages_own():
    page = open_front()
    assert "m=50&" in scene_of(page) and not page.warning
    assert "m=70&" in scene_of(open_front(m="70"))


def test_invalid_values_are_reported_once():
    page = open_front(m="many", data="moons", nonsense="1", show="fit")
    assert len(page.warning) == 1
    warning = page.warning[0].value.replace("\\", "")
    assert "m must be a whole number from 2 to 1000, not “many”. It stays at 50." in warning
    assert "“nonsense” is not a part of a scene" in warning and "show" not in warning
    assert scene_of(page).startswith("data=moons&m=50&")


def test_repeated_keys_are_reported():
    page = open_front(tau=["0.1", "0.2"])
    assert "tau must have one value" in page.warning[0].value.replace("\\", "")


def test_a_view_is_a_short_text_of_the_address():
    assert open_front(show="fit").text[1].value == "fit"
    assert open_front().text[1].value == "both"
    assert len(open_front(show="x" * 500).text[1].value) <= LONGEST_WORD


def test_the_widgets_show_the_address():
    page = open_front(data="circles", m="80", seed="5", noise="1.5", intercept="1")
    assert page.selectbox(key="field-data").value == "circles"
    assert [page.number_input(key=f"field-{n}").value for n in ("m", "seed", "noise")] == [
        80,
        5,
        1.5,
    ]
    assert page.radio(key="field-intercept").value == 1


def test_a_widget_writes_its_field_into_the_address_in_the_scenes_words():
    page = open_front()
    page.selectbox(key="field-data").set_value("moons").run()
    assert query_of(page) == {"data": "moons"} and scene_of(page).startswith("data=moons&")
    page.number_input(key="field-m").set_value(64).run()
    page.number_input(key="field-noise").set_value(0.75).run()
    page.radio(key="field-intercept").set_value(1).run()
    assert query_of(page) == {"data": "moons", "m": "64", "noise": "0.75", "intercept": "1"}
    assert "m=64&" in scene_of(page) and "noise=0.75" in scene_of(page)
    assert page.selectbox(key="field-data").value == "moons", "the others keep their values"


def test_another_address_moves_the_widgets():
    page = open_front(m="80")
    page.query_params["m"] = "120"
    page.run()
    (m,) = [widget for widget in page.number_input if widget.key.startswith("field-m")]
    assert m.value == 120 and "m=120&" in scene_of(page)
    assert m.key != "field-m", "a new widget: a browser still knows the old one at 80"
    m.set_value(130).run()
    assert page.number_input(key=m.key).value == 130, "a widget is not replaced while it is used"


def test_only_fields_that_apply_have_a_widget():
    synthetic = open_front(data="moons")
    assert not synthetic.text_input and synthetic.number_input(key="field-noise")
    table = open_front(data="wine")
    keys = {widget.key for widget in (*table.text_input, *table.number_input)}
    assert {"field-features", "field-classes"} <= keys and "field-noise" not in keys
    table.text_input(key="field-features").set_value("2,5").run()
    assert query_of(table)["features"] == "2,5" and "features=2,5" in scene_of(table)


def test_a_table_opens_with_its_own_columns_and_says_what_a_mistake_means():
    page = open_front(data="wine", features="2,5")
    page.selectbox(key="field-data").set_value("cancer").run()
    assert not page.exception
    query = query_of(page)
    assert {name: query[name] for name in ("features", "classes")} == TABLES["cancer"].opens_with
    captions = [caption.value for caption in page.caption]
    assert any(TABLES["cancer"].topic in text for text in captions)
    assert any("CC BY 4.0" in text for text in captions)
    page.selectbox(key="field-data").set_value("moons").run()
    assert not {"features", "classes"} & {*query_of(page)}


def test_an_invalid_text_in_a_widget_is_reported():
    page = open_front(data="wine")
    page.text_input(key="field-features").set_value("2,99").run()
    assert not page.exception and "features must be" in page.warning[0].value.replace("\\", "")


def test_edits_are_dropped_with_their_sample():
    page = open_front(data="moons", edits="d3")
    assert "edits=d3" in scene_of(page)
    page.number_input(key="field-seed").set_value(7).run()
    assert "edits" not in query_of(page) and "edits" not in scene_of(page)
    page = open_front(data="moons", edits="d3")
    page.radio(key="field-intercept").set_value(1).run()
    assert query_of(page)["edits"] == "d3", "an intercept leaves the points alone"


def test_every_choice_has_a_name_for_people():
    assert set(DATA_NAMES) == set(FIELDS["data"].choices)


def test_a_kernel_with_a_button_takes_its_parameters_from_the_scene():
    assert tuple(KERNEL_NAMES) == FIELDS["kernel"].choices
    for name, kind in KERNELS.items():
        assert set(parameters(kind)) <= {*FIELDS}, name
        assert type(kernel_of(Scene(kernel=name))) is kind

    for field, names in NAMES.items():
        assert set(names) == set(FIELDS[field].choices)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://a.example:80", "http://a.example:80/"),
        ("https://a.example/course", "https://a.example/course"),
        ("https://a.example/svm", "https://a.example/svm"),
        ("", ""),
    ],
)
def test_the_address_of_the_front_page_has_its_slash(address, expected):
    assert with_path(address) == expected
