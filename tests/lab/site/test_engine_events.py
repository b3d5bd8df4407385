"""Answers in pieces, as the worker asks for them: until there is none."""

import json

from lab.site import engine


def test_a_stream_is_told_to_its_end_and_not_beyond():
    number = engine._kept(iter([{"cells": 1}, {"done": True}]))
    assert json.loads(engine.event(number) or "") == {"cells": 1}
    assert json.loads(engine.event(number) or "") == {"done": True}
    assert engine.event(number) is None
    assert number not in engine._streams
