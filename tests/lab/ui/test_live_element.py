"""The live element: the declarations of a page, the data sent to the script, and the values sent
back."""

import json
import sys
from types import SimpleNamespace

import pytest
import streamlit
from streamlit.testing.v1 import AppTest

from lab.endpoints import static_assets
from lab.scene.fields import FIELDS
from lab.scene.learning_problem import GRID
from lab.scene.scene import DEFAULT
from lab.scene.slider_stops import slider_stops
from lab.ui import items, live_element
from lab.ui.palette import SCRIPT_THEMES
from tests.lab.ui.element_data import element_data

ITEMS = {
    "tau": items.kernel_slider("tau"),
    "lam": items.lam_slider(),
    "loss": items.loss_switch(),
    "look": items.bayes_look(),
    "plane": items.Plane("The plane."),
    "panels": items.panels("tau", (0.1, 0.4)),
    "readouts": items.readouts(*items.basic_rows()),
    "errors": items.error_curve(),
    "function": items.Curve("A function.", "x", [{"tensor": "y"}]),
    "slice": items.Slice("A slice."),
    "heading": items.Heading("Title", "Lead"),
    "link": items.Link("svm", "On"),
    "legend": items.plane_legend(),
    "action": items.Action("figure", "Open"),
}


@pytest.mark.parametrize("name", ITEMS)
def test_every_item_is_plain_json_of_a_kind_that_the_script_knows(name):
    item = items.as_json(ITEMS[name])
    assert json.loads(json.dumps(item, allow_nan=False))["kind"] == ITEMS[name].kind
    assert item["kind"] in static_assets.modules()


@pytest.mark.parametrize("along", ["tau", "lam"])
def test_a_slider_has_the_frames_stops_and_the_fields_bounds(along):
    item = ITEMS[along]
    assert item.stops == slider_stops(DEFAULT, along).tolist()
    assert (item.low, item.high) == (FIELDS[along].low, FIELDS[along].high)
    assert item.symbol == FIELDS[along].symbol
    assert item.stops[0] <= min(item.ticks) and max(item.ticks) <= item.stops[-1]


def test_a_switch_has_every_value_of_its_field_and_no_other():
    values = [option["value"] for option in items.loss_switch().options]
    assert values == list(FIELDS["loss"].choices)
    assert all(option["label"] for option in items.loss_switch().options)
    # The short list has the chosen loss, too.
    for chosen, count in (("hinge", 5), ("huber", 6)):
        short = [option["value"] for option in items.short_loss_switch(chosen).options]
        assert chosen in short and len(short) == count


def test_half_leaves_the_item_itself_alone():
    item = items.Heading("Title")
    assert items.half_width(item).half and not item.half


def test_the_first_script_is_no_file_name():
    """Streamlit would read a script without a newline as a file name."""
    assert "\n" in live_element._SCRIPT and "import(" in live_element._SCRIPT


def a_page():
    import streamlit as st

    from lab.scene.scene import Scene
    from lab.ui import items, live_element

    @st.fragment
    def picture():
        element = live_element.live(
            "test", Scene(tau=0.8), live_element.Layout(
                main=[items.Plane("The plane.")],
                side=[items.kernel_slider("tau"), items.loss_switch()],
                below=[items.Action("figure", "Open")],
            ), view={"show": "both"},
        )  # fmt: skip
        st.text(repr(element.figure))

    picture()


def test_the_element_carries_scene_view_items_and_palette():
    page = AppTest.from_function(a_page).run()
    assert not page.exception and page.text[0].value == "None"
    (element,) = (part for part in page.main if part.type == "bidi_component")
    data = element_data(element)
    assert data["name"] == "test" and data["frames"] == "/frames"
    assert data["query"].startswith("data=mixture&") and "tau=0.8&" in data["query"]
    assert data["view"] == {"show": "both"} and data["palette"] == json.loads(
        json.dumps(SCRIPT_THEMES)
    )
    assert data["module"] == static_assets.url(static_assets.ELEMENT)
    assert (data["grid"], data["stops"]) == (GRID, 64)
    kinds = [[item["kind"] for item in data[place]] for place in ("main", "side", "below")]
    assert kinds == [["plane", "points"], ["slider", "choice"], ["action"]]
    assert data["style"] == static_assets.url(static_assets.LIVE_STYLE)
    assert not element.proto.css_content, "styles here would be sent again at every release"


def a_page_with_a_rest():
    import streamlit as st

    from lab.ui import live_element

    st.text(f"{live_element.first_is_seen()}")


@pytest.mark.parametrize(
    ("protocol", "is_whole"),
    [
        (None, False),
        ("streamlit, PLACEHOLDER_AUTH_TOKEN", False),
        ("streamlit, token, 0a1b-session", True),
    ],
)
def test_a_page_with_a_lost_session_is_drawn_at_once(monkeypatch, protocol, is_whole):
    """Streamlit removes from a page what a run leaves out: the parts below the picture would
    disappear."""
    headers = {"Sec-WebSocket-Protocol": protocol} if protocol else {}
    monkeypatch.setattr(type(streamlit.context), "headers", headers)
    page = AppTest.from_function(a_page_with_a_rest).run()
    assert page.text[0].value == str(is_whole)


class Address(dict):
    """A minimal st.query_params, which counts how often it is written."""

    write_count = 0

    def from_dict(self, value):
        self.clear()
        super().update(value)
        self.write_count += 1


@pytest.mark.parametrize(
    ("state", "before", "after"),
    [
        ("tau=0.8&loss=hinge", {}, {"tau": "0.8", "loss": "hinge"}),
        ("tau=0.8&m=999&data=moons", {"m": "50"}, {"m": "50", "tau": "0.8"}),
        ("tau=0.8&show=fit", {"tau": "0.4", "x": "y"}, {"tau": "0.8", "show": "fit", "x": "y"}),
        ("tau=0.8&show=", {"show": "fit"}, {"tau": "0.8"}),
        ("", {"tau": "0.4"}, {"tau": "0.4"}),
        ("tau=%3Cscript%3E", {}, {"tau": "<script>"}),
    ],
)
def test_a_release_writes_only_what_the_element_moves(monkeypatch, state, before, after):
    address = Address(before)
    stub = SimpleNamespace(session_state={"test": {"state": state}}, query_params=address)
    monkeypatch.setitem(sys.modules, "streamlit", stub)
    live_element._write_released_value("test", {"tau", "loss", "show"})
    assert address == after
    assert address.write_count == (before != after)
    live_element._write_released_value("test", {"tau", "loss", "show"})
    assert address.write_count == (before != after), "the same state is not written again"


def test_a_renamed_field_replaces_the_older_one(monkeypatch):
    for before in ({"step": "12", "t": "3"}, {"t": "3"}):
        address = Address(before)
        state = {"test": {"state": "step=37&tau=0.8"}}
        stub = SimpleNamespace(session_state=state, query_params=address)
        monkeypatch.setitem(sys.modules, "streamlit", stub)
        live_element._write_released_value("test", {"step"}, {"step": "t"})
        assert address == {"t": "37"}
    address = Address({"step": "two-rules"})
    stub = SimpleNamespace(session_state={"test": {"state": "step=4"}}, query_params=address)
    monkeypatch.setitem(sys.modules, "streamlit", stub)
    live_element._write_released_value("test", {"step"}, {"step": "t"})
    assert address == {"step": "two-rules", "t": "4"}


def test_an_empty_or_invalid_release_is_ignored(monkeypatch):
    for state in (None, "x" * 20_000, "&&&=", "tau"):
        address = Address(tau="0.4")
        stub = SimpleNamespace(session_state={"test": {"state": state}}, query_params=address)
        monkeypatch.setitem(sys.modules, "streamlit", stub)
        live_element._write_released_value("test", {"tau"})
        assert set(address) <= {"tau"}
