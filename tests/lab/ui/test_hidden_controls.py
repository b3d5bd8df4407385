"""What a link's `hide` says that nothing is named like is told in a sentence that can be read."""

from lab.ui import hidden_controls


def test_a_word_that_hide_does_not_know_is_told_shortly_and_with_what_was_meant():
    said = hidden_controls.trouble({"hide": "los,quiz"})
    assert said.startswith("hide does not know “los”. Did you mean “loss”?")
    assert all(part in said for part in hidden_controls.PARTS) and len(said) < 360
    assert "mean" not in hidden_controls.trouble({"hide": "zzzz"})
    assert hidden_controls.trouble({"hide": "loss,quiz"}) == ""
