"""Draw the choices of columns, classes and training size; write the points into the address."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from features.own_data.points_from_table import Projection, ProjectionOptions, project
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
from lab.scene.samples.train_test_split import MIN_POINTS_TO_TEST, select_pair, train_size
from lab.scene.scene import SAMPLE
from lab.ui.steps.markdown import escape_markdown

# Words of the address that belong to the data of a scene.
DATA_WORDS = (*SAMPLE, "edits", "line", "point", "at", "tree", "inside")
_PLANES = ("Two columns", "Two principal components")
_ALL_OTHERS = "all others"


@dataclass(frozen=True)
class OwnDataPage:
    """How a page uses own data: the number of training points, the field for this number, and
    whether the page has only two classes."""

    m: int = FIELDS["m"].default
    field: Integer = FIELDS["m"]
    is_two_class: bool = True


def page_of(scene: Any, fields: Mapping[str, Any]) -> OwnDataPage:
    """Describe how a page uses own data. `scene` is its scene, if any, and `fields` its fields."""
    return OwnDataPage(getattr(scene, "m", OwnDataPage.m), fields["m"], fields is FIELDS)


def choose(inference: InferredTable, page: OwnDataPage, key: str) -> None:
    """Draw the choices for a table, a preview, and the button that shows the points.

    Raises UnsuitableTable if no points can be computed from these choices.
    """
    options = _choose_columns(inference, key)
    projection = project(inference, options)
    if projection.is_sample:
        seed = st.number_input("Random seed of the sample", 0, 10**6, step=1, key=f"own-seed-{key}")
        projection = project(
            inference,
            ProjectionOptions(options.label, options.features, options.standardise, int(seed)),
        )
    left, right = st.columns([3, 2])
    with left:
        for note in projection.notes:
            st.markdown(escape_markdown(note))
        classes = _choose_pair(projection, key) if page.is_two_class else ""
    with right:
        theme = "dark" if st.context.theme.type == "dark" else "light"
        picture = sketch(projection.points, theme, classes)
        st.image(picture, alt="Preview of the points in the plane")
    with left:
        m = _choose_training_size(projection, classes, page, key)
        if st.button("Show points", type="primary", key="own-show"):
            show(projection, m, classes)


def _choose_columns(inference: InferredTable, key: str) -> ProjectionOptions:
    """Draw the choices of columns and standardisation, and return the visitor's choices."""

    def name(index: int) -> str:
        return inference.column(index).name

    left, right = st.columns(2)
    indices = [column.index for column in inference.columns]
    label = left.selectbox(
        "Label: the column with the classes",
        indices,
        format_func=name,
        index=usual_label(inference),
        key=f"own-label-{key}",
    )
    has_many_columns = len(component_columns(inference, label)) > 2
    plane = right.selectbox(
        "Axes of the plane", _PLANES, index=int(has_many_columns), key=f"own-plane-{label}-{key}"
    )
    features = None
    if plane == _PLANES[0]:
        axes = [*(column.index for column in inference.numeric_columns), ROW_NUMBER]
        x_column, y_column = (
            place.selectbox(
                title,
                axes,
                format_func=name,
                index=axes.index(default),
                key=f"own-{title}-{label}-{len(axes)}-{key}",
            )
            for place, title, default in zip(
                st.columns(2),
                ("Horizontal axis", "Vertical axis"),
                usual_features(inference, label),
                strict=True,
            )
        )
        features = x_column, y_column
    standardise = st.toggle(
        "Standardise: each column has mean 0 and standard deviation 1",
        value=True,
        key=f"own-units-{key}",
    )
    return ProjectionOptions(label, features, standardise)


def _choose_pair(projection: Projection, key: str) -> str:
    """Draw the choice of two classes. Return them as text, as in the scene's field `classes`."""
    names = projection.points.classes
    classes, key = range(len(names)), f"{zlib.crc32(repr(names).encode())}-{key}"
    left, right = st.columns(2)
    positive_class = left.selectbox(
        "Positive class (blue crosses)", classes, index=1, format_func=lambda k: names[k],
        key=f"own-positive-{key}",
    )  # fmt: skip
    if len(names) == 2:
        return f"{1 - positive_class},{positive_class}"
    negative_class = right.selectbox(
        "Negative class (red circles)", ["rest", *(k for k in classes if k != positive_class)],
        format_func=lambda k: _ALL_OTHERS if k == "rest" else names[k],
        key=f"own-negative-{positive_class}-{key}",
    )  # fmt: skip
    return f"{negative_class},{positive_class}"


def _choose_training_size(projection: Projection, classes: str, page: OwnDataPage, key: str) -> int:
    """Draw the choice of the number of training points, and return the number."""
    y = projection.points.y
    n = int(select_pair(y, classes)[0].sum()) if classes else len(y)
    max_size = min(train_size(n, 2, n), page.field.high)
    if n < MIN_POINTS_TO_TEST:
        st.caption(
            f"{n} points are too few to hold out test points. With {MIN_POINTS_TO_TEST} or more, "
            "at least a third would be held out."
        )
        return max(page.field.low, MIN_POINTS_TO_TEST)
    m = st.number_input(
        f"Training points, at most {max_size:,} of {n:,}",
        2,
        max_size,
        min(page.m, max_size),
        step=1,
        key=f"own-m-{n}-{key}",
        help="The other points of these classes are held out to measure the test error.",
    )
    return max(int(m), page.field.low)


def show(projection: Projection, m: int, classes: str) -> None:
    """Replace the data in the address by the points and m, with the classes and τ if there are any,
    and rerun the page."""
    words = {name: text for name, text in st.query_params.items() if name not in DATA_WORDS}
    data_words = {"data": OWN, "points": pack(projection.points), "m": str(m), "classes": classes}
    data_words["tau"] = "" if projection.tau is None else f"{projection.tau:g}"
    st.query_params.from_dict(words | {name: text for name, text in data_words.items() if text})
    st.rerun()
