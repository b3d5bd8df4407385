"""Draw the controls for a visitor's own data: a button that opens the dialog, and a description in
the menu *Data*. On a page that can't use own data, the menu says so."""

from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st

from features.own_data.column_choices import DATA_WORDS, page_of
from lab.scene import own_points
from lab.scene.fields import OWN, Field, count
from lab.scene.learning_problem import sample_of
from lab.scene.samples.train_test_split import pair_names, select_pair
from lab.scene.scene import Scene
from lab.ui.page import widget_at
from lab.ui.shell import dialogs
from lab.ui.steps.markdown import escape_markdown

_DUE_KEY = "own-due"  # key in the session's state: whether the dialog opens in this run


def draw(scene: Any, fields: Mapping[str, Field], sources: Collection[str], menu: Any) -> None:
    """Draw the controls. `menu`: the container of the menu *Data*, or None."""
    if menu is not None:
        with menu:
            _draw_menu(scene, sources)
    _draw_button(scene, fields, sources)


def _draw_button(scene: Any, fields: Mapping[str, Field], sources: Collection[str]) -> None:
    """Draw the button that opens the dialog, on a page that can use own data. `scene` is None on
    pages without a scene."""
    if OWN not in sources:
        return
    is_own = st.query_params.get("data") == OWN
    label = "Another table …" if is_own else "Your own data …"
    st.button(label, key="own-open", on_click=_open)
    if st.session_state.pop(_DUE_KEY, False) or dialogs.is_due("own-data"):
        from features.own_data.dialog import choose_data  # only needed after a click

        choose_data(page_of(scene, fields))


def _draw_menu(scene: Any, sources: Collection[str]) -> None:
    """Describe the visitor's data in the scene and draw a button that removes them, or explain that
    this page can't use own data."""
    if OWN not in sources:
        st.caption(
            "The inputs of this page are single numbers. Use your own data on a page with points in"
            " the plane."
        )
        return
    if getattr(scene, "data", "") == OWN:
        _draw_description(scene)
    if st.query_params.get("data") == OWN:
        st.button("Remove my data", key="own-leave", width="stretch", on_click=_leave)


def _open() -> None:
    st.session_state[_DUE_KEY] = True


def _leave() -> None:
    """Return to the page's default data."""
    words = {name: text for name, text in st.query_params.items() if name not in DATA_WORDS}
    st.query_params.from_dict(words)


def _draw_description(scene: Any) -> None:
    """Describe the data and, if there is a choice of classes, draw it."""
    names = own_points.unpack(scene.points).classes
    if isinstance(scene, Scene):
        options = _pairs(len(names), scene.classes)
        titles = {pair: _title(names, pair) for pair in options}
    else:
        options = [str(C) for C in range(2, len(names) + 1)]
        titles = {C: f"the first {C} of {len(names)}" for C in options}
    if len(options) > 1:
        key = widget_at("own-classes", str(scene.classes))
        st.selectbox(
            "Classes",
            options,
            format_func=titles.__getitem__,
            key=key,
            on_change=_to_address,
            args=(key,),
        )
    st.caption(escape_markdown(in_words(scene)))


def in_words(scene: Any) -> str:
    """Describe how many points there are, how many of them are used, and for what."""
    sample = sample_of(scene, empty=True) if isinstance(scene, Scene) else scene.sample
    test_points = getattr(
        sample.evaluator, "Z", getattr(getattr(sample.evaluator, "place", None), "points", ())
    )
    labels = own_points.unpack(scene.points).y
    is_used = (
        select_pair(labels, scene.classes)[0]
        if isinstance(scene, Scene)
        else labels < scene.classes
    )
    other_count = int((~is_used).sum())
    verb = "is" if other_count == 1 else "are"
    left_out_remark = f"; {other_count:,} of other classes {verb} left out" if other_count else ""
    return (
        f"{len(labels):,} points of your own: {count(len(sample.y), 'training point')},"
        f" {count(len(test_points), 'test point')}{left_out_remark}."
    )


def _title(names: tuple[str, ...], pair: str) -> str:
    negative_name, positive_name = pair_names(names, pair)
    return f"{positive_name} (+) against {negative_name} (−)"


def _pairs(C: int, current: str) -> list[str]:
    """List the choices of a negative and a positive class: both orders of two classes; with more
    classes, each class against all others, and all pairs. Add `current` if it is none of these."""
    one_against_all = [f"rest,{k}" for k in range(C)] if C > 2 else []
    pairs = [f"{i},{j}" for i in range(C) for j in range(i + 1, C)] if C > 2 else ["0,1", "1,0"]
    choices = [*one_against_all, *pairs]
    return choices if current in choices else [current, *choices]


def _to_address(key: str) -> None:
    for name in ("edits", "line", "tree", "inside"):
        st.query_params.pop(name, None)  # these words belong to the former classes
    st.query_params["classes"] = st.session_state[key]
