"""Own data in the menu *Data* of every page: the way in, what is shown, the way out."""

from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st

from features.own_data.column_choices import GONE, page_of
from lab.scene import own_points
from lab.scene.fields import OWN, SOURCES, Field
from lab.scene.learning_problem import sample_of
from lab.scene.samples.train_test_split import pair_names, select_pair
from lab.scene.scene import Scene
from lab.ui.page import widget_at
from lab.ui.page_header_footer import close_data_menu
from lab.ui.shell import dialogs
from lab.ui.steps.markdown import escape_markdown

_DUE = "own-due"  # in the session's state, while the dialog is about to open


def draw(scene: Any, fields: Mapping[str, Field], sources: Collection[str] = SOURCES) -> None:
    """The button that brings own data to a page which shows `scene`, or None; and where own data
    are shown, what they are and the way back.
    """
    if OWN not in sources:
        st.caption("This page's points lie on a line. Your own data are for the other pages.")
        return
    if getattr(scene, "data", "") == OWN:
        _shown(scene)
    if st.query_params.get("data") == OWN:
        again, leave = st.columns([3, 2])
        again.button("Another table …", key="own-open", width="stretch", on_click=_open)
        leave.button("Leave it", key="own-leave", width="stretch", on_click=_leave)
    else:
        st.button("Your own data …", key="own-open", width="stretch", on_click=_open)
    if st.session_state.pop(_DUE, False) or dialogs.is_due("own-data"):
        from features.own_data.dialog import choose_data  # needed after a click only

        choose_data(page_of(scene, fields))


def _open() -> None:
    close_data_menu()
    st.session_state[_DUE] = True


def _leave() -> None:
    """Back to the page's own data."""
    kept = {name: text for name, text in st.query_params.items() if name not in GONE}
    st.query_params.from_dict(kept)


def _shown(scene: Any) -> None:
    """How many points are learned from, and which classes, with the way to others."""
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
    """How many points there are, and what becomes of them."""
    sample = sample_of(scene, empty=True) if isinstance(scene, Scene) else scene.sample
    held = getattr(
        sample.evaluator, "Z", getattr(getattr(sample.evaluator, "place", None), "points", ())
    )
    own = own_points.unpack(scene.points).y
    chosen = select_pair(own, scene.classes)[0] if isinstance(scene, Scene) else own < scene.classes
    others = int((~chosen).sum())
    test = f"{len(held):,} are" if len(held) else "none are"
    left = f"; {others:,} of other classes are left out" if others else ""
    return (
        f"{len(own):,} points of your own: {len(sample.y):,} are learned from, {test} held out to "
        f"test on{left}."
    )


def _title(names: tuple[str, ...], pair: str) -> str:
    negative, positive = pair_names(names, pair)
    return f"{positive} (+) against {negative} (−)"


def _pairs(C: int, now: str) -> list[str]:
    """Each class against all others, where there are more than two, and all pairs."""
    rest = [f"rest,{k}" for k in range(C)] if C > 2 else []
    pairs = [f"{i},{j}" for i in range(C) for j in range(i + 1, C)] if C > 2 else ["0,1", "1,0"]
    every = [*rest, *pairs]
    return every if now in every else [now, *every]


def _to_address(key: str) -> None:
    for name in ("edits", "line", "tree", "inside"):
        st.query_params.pop(name, None)  # they spoke of other classes
    st.query_params["classes"] = st.session_state[key]
