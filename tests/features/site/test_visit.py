"""Visits of the site's pages keep the state of widgets as Streamlit does."""

from features.site import screen, visit


def test_a_widget_that_was_hidden_begins_again_with_its_default(monkeypatch):
    values, is_shown = [], True

    def draw(_):
        if is_shown:
            values.append(screen._number("Points", 0, 9, 1, key="points"))

    monkeypatch.setattr(visit, "_run_script", draw)
    visit.open_page("", "")
    visit.handle_event({"widget": "points", "value": {"number": 5}})
    visit.run()
    assert values == [1, 5, 5], "a value stays while its widget is on the screen"
    is_shown = False
    visit.run()
    is_shown = True
    visit.run()
    assert values[-1] == 1
