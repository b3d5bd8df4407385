"""Inline sweeps of a page: their digits, and the element that contains several."""

import base64

import numpy as np

from lab.ui.embedded_sweep import element_data, nearest_stop, sweep_item, switch


def test_five_digits_are_sent_and_all_of_those_that_are_exact():
    numbers = {"a": (np.array([1 / 3]), True), "b": (np.array([[1 / 3], [-2.0]]), False)}
    sweep = sweep_item("t", numbers, exact=("b",), note="words")
    assert sweep["meta"] == {"along": "t", "note": "words"}
    assert sweep["tensors"]["a"] == {"shape": [1], "fixed": True, "data": [0.33333]}
    assert sweep["tensors"]["b"] == {"shape": [2, 1], "fixed": False, "data": [1 / 3, -2.0]}


def test_a_half_float_stays_finite():
    sweep = sweep_item("t", {"a": (np.array([1.0, 1e9, -1e9]), True)}, half_precision=["a"])
    values = np.frombuffer(base64.b64decode(sweep["tensors"]["a"]["data"]), "<f2")
    assert values[0] == 1 and np.isfinite(values).all() and values[1] == -values[2] > 6e4


def test_the_nearest_stop_or_the_last():
    stops = [-2.0, 0.0, 2.0]
    assert nearest_stop(stops, "-1.2") == -2 and nearest_stop(stops, "0.9") == 0
    for text in ("", "x", "nan", "inf"):
        assert nearest_stop(stops, text) == 2


def test_an_element_has_a_sweep_for_each_option_or_one_alone():
    sweeps = {way: sweep_item("t", {"stops": (np.array([0.0, 1.0]), True)}) for way in "ab"}
    two = element_data(sweeps, by="way", at={"t": 1, "way": "b"}, view={"known": "x"})
    assert two["query"] == "t=1&way=b" and two["view"] == {"known": "x"}
    assert [sweep["fields"] for sweep in two["sweeps"]] == [{"way": "a"}, {"way": "b"}]
    choice = switch("way", "Way", {"a": "A", "b": "B"})
    assert choice.field == "way" and not choice.view
    still = element_data(sweep_item("", {"stops": (np.zeros(1), True)}))
    assert still["query"] == "" and [sweep["fields"] for sweep in still["sweeps"]] == [{}]
