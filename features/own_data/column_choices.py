"""What a visitor chooses of a table, and how it gets into the address."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from features.own_data.points_from_table import Projection, ProjectionOptions, make
from features.own_data.preview_svg import sketch
from features.own_data.table.column_types import (
    ROW_NUMBER,
    InferredTable,
    component_columns,
    usual_features,
    usual_label,
)
from lab.scene.fields import FIELDS, OWN, Integer
from lab.scene.own_points import pack
from lab.scene.samples.train_test_split import LEAST_TO_TEST, train_size
from lab.scene.scene import SAMPLE
from lab.ui.steps.markdown import escape_markdown

# What in the address speaks of other data.
GONE = (*SAMPLE, "edits", "line", "point", "at", "tree", "inside")
_PLANES = ("Two columns", "Two principal components")
_OTHERS = "all others"


@dataclass(frozen=True)
class OwnDataPage:
    """What the page that asks makes of own data: how many points it learns from at first, its
    field m, and whether it tells two classes apart, or all of them.
    """

    m: int = FIELDS["m"].default
    field: Integer = FIELDS["m"]
    two: bool = True


def page_of(scene: Any, fields: Mapping[str, Any]) -> OwnDataPage:
    """The page that shows `scene`, whose fields are `fields`; or one that shows none."""
    return OwnDataPage(getattr(scene, "m", OwnDataPage.m), fields["m"], fields is FIELDS)


def choose(u: InferredTable, page: OwnDataPage, key: str) -> None:
    """The choices for a table, what comes of them, and the button that shows it. Raises
    UnsuitableTable."""
    wish = _wish(u, key)
    made = make(u, wish)
    if made.sampled:
        seed = st.number_input("Seed of the sample", 0, 10**6, step=1, key=f"own-seed-{key}")
        made = make(u, ProjectionOptions(wish.label, wish.features, wish.standardise, int(seed)))
    left, right = st.columns([3, 2])
    with left:
        for note in made.notes:
            st.markdown(escape_markdown(note))
        classes = _pair(made, key) if page.two else ""
    with right:
        theme = "dark" if st.context.theme.type == "dark" else "light"
        picture = sketch(made.points, theme, classes)
        st.image(picture, alt=f"{len(made.points.y)} points in the plane")
    with left:
        m = _training(made, page, key)
        if st.button("Show it", type="primary", key="own-show"):
            show(made, m, classes)


def _wish(u: InferredTable, key: str) -> ProjectionOptions:
    """Which columns, and in which units."""

    def name(index: int) -> str:
        return u.column(index).name

    one, two = st.columns(2)
    every = [column.index for column in u.columns]
    label = one.selectbox(
        "Label: the column with the classes", every, format_func=name, index=usual_label(u),
        key=f"own-label-{key}",
    )  # fmt: skip
    many = len(component_columns(u, label)) > 2
    plane = two.selectbox("The plane", _PLANES, index=int(many), key=f"own-plane-{label}-{key}")
    features = None
    if plane == _PLANES[0]:
        axes = [*(column.index for column in u.numeric), ROW_NUMBER]
        across, up = (
            place.selectbox(
                title, axes, format_func=name, index=axes.index(usual),
                key=f"own-{title}-{label}-{len(axes)}-{key}",
            )
            for place, title, usual in zip(
                st.columns(2), ("Across", "Up"), usual_features(u, label), strict=True
            )
        )  # fmt: skip
        features = across, up
    standardise = st.toggle(
        "Standardise: each column with mean 0 and width 1", value=True, key=f"own-units-{key}"
    )
    return ProjectionOptions(label, features, standardise)


def _pair(made: Projection, key: str) -> str:
    """Which class is positive, and against which: as the scene's field `classes` has it."""
    names = made.points.classes
    every, key = range(len(names)), f"{zlib.crc32(repr(names).encode())}-{key}"
    one, two = st.columns(2)
    positive = one.selectbox(
        "Positive class (blue crosses)", every, index=1, format_func=lambda k: names[k],
        key=f"own-positive-{key}",
    )  # fmt: skip
    if len(names) == 2:
        return f"{1 - positive},{positive}"
    against = two.selectbox(
        "Negative class (red circles)", ["rest", *(k for k in every if k != positive)],
        format_func=lambda k: _OTHERS if k == "rest" else names[k],
        key=f"own-negative-{positive}-{key}",
    )  # fmt: skip
    return f"{against},{positive}"


def _training(made: Projection, page: OwnDataPage, key: str) -> int:
    """How many points to learn from."""
    n = len(made.points.y)
    most = min(train_size(n, 2, n), page.field.high)
    if n < LEAST_TO_TEST:
        st.caption(
            f"{n} points: all are learned from. With {LEAST_TO_TEST} or more, a third would be "
            "held out to test on."
        )
        return max(page.field.low, LEAST_TO_TEST)
    m = st.number_input(
        f"Points to learn from, at most {most:,} of {n:,}", 2, most, min(page.m, most), step=1,
        key=f"own-m-{n}-{key}", help="The others are held out, to measure the error on new ones.",
    )  # fmt: skip
    return max(int(m), page.field.low)


def show(made: Projection, m: int, classes: str) -> None:
    """The points into the address, and everything that spoke of other data out of it."""
    kept = {name: text for name, text in st.query_params.items() if name not in GONE}
    new = {"data": OWN, "points": pack(made.points), "m": str(m), "classes": classes}
    new["tau"] = "" if made.tau is None else f"{made.tau:g}"
    st.query_params.from_dict(kept | {name: text for name, text in new.items() if text})
    st.rerun()
