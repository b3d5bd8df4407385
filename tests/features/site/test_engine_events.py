"""The engine's event streams end with their last event, and the engine makes QR codes."""

import json

from features.site import engine
from lab.serving import qr_matrix


def test_a_stream_ends_with_its_last_event():
    number = engine._add_stream(iter([{"cells": 1}, {"done": True}]))
    assert json.loads(engine.next_event(number) or "") == {"cells": 1}
    assert json.loads(engine.next_event(number) or "") == {"done": True}
    assert engine.next_event(number) is None
    assert number not in engine._streams


def test_the_engine_makes_qr_codes_within_the_limit():
    text = "https://course.example/svm/?tau=0.8&x=ü"
    status, kind, svg = engine.answer("qr", text, lambda done_count, of: None)
    assert (status, kind, json.loads(svg)["rows"]) == (200, "json", qr_matrix.rows(text))
    status, _, refusal = engine.answer("qr", "x" * 2001, lambda done_count, of: None)
    assert status == 422 and "too long" in json.loads(refusal)["message"]
