"""The words of a link's `hide`: what `more` removes, and the message about an unknown word."""

from lab.ui import hidden_controls


def test_an_unknown_hide_word_is_reported_with_a_suggestion():
    message = hidden_controls.trouble({"hide": "los,quiz"})
    assert message.startswith("“los” can’t be hidden. Did you mean “loss”?")
    assert all(part in message for part in hidden_controls.PARTS) and len(message) < 360
    assert "mean" not in hidden_controls.trouble({"hide": "zzzz"})
    assert hidden_controls.trouble({"hide": "loss,quiz"}) == ""


def test_hide_more_removes_only_what_is_below_the_first_picture():
    picture, slider = (
        {"kind": "plane"},
        {"kind": "slider", "along": "tau", "symbol": "τ", "stops": [1]},
    )
    data = {"main": [picture], "side": [slider], "below": [{"kind": "chart"}]}
    items = hidden_controls.filter_items(data, frozenset({"more"}))
    assert items == data | {"below": []}
