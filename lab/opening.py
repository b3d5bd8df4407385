"""How every page opens and ends: its question with the data beside it; later, the way on."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import streamlit as st

from lab import page
from lab.fields import FIELDS, SOURCES, Field


def opening(
    question: str,
    lead: str,
    scene: Any = None,
    names: Iterable[str] = (),
    *,
    label: str = "Data",
    sources: Collection[str] = SOURCES,
    fields: Mapping[str, Field] = FIELDS,
) -> None:
    """The page's question and, behind a button at its right, the controls `names` of `scene`."""
    if scene is None:
        page.question(question, lead)
        return
    left, right = st.columns([6, 1], vertical_alignment="bottom")
    with left:
        page.question(question, lead)
    with right, st.popover(label, width="stretch"):
        page.controls(scene, names, sources, fields)


def ending(name: str, target: str, label: str) -> None:
    """The end of the page `name`: the way on to `target`, a page's file."""
    page.go_on(target, label)
