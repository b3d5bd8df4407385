"""What every page begins with: its question, its scene from the address, the controls for it."""

from collections.abc import Collection, Iterable

import streamlit as st

from lab.fields import FIELDS, Choice, Field, Integer, Number
from lab.scene import Scene, parse
from lab.tables import TABLES

DATA_NAMES = {
    "mixture": "Mixture of Gaussians",
    "moons": "Two moons",
    "circles": "Circles",
    "xor": "Exclusive or",
    "spirals": "Spirals",
    "blobs": "Two blobs",
    "checkerboard": "Checkerboard",
    "iris": "Iris",
    "wine": "Wine",
    "cancer": "Breast cancer",
    "digits": "Digits",
}
KERNEL_NAMES = {"rbf": "RBF", "linear": "Linear", "poly": "Polynomial"}
NAMES = {"data": DATA_NAMES, "kernel": KERNEL_NAMES}


def question(text: str, lead: str) -> None:
    """The page's question, before any formula."""
    st.title(text, anchor=False)
    st.markdown(f":gray[{lead}]")


def scene_of_address(default: Scene, views: Collection[str] = ()) -> Scene:
    """The scene that the address names; what can't be used is said in words and left out."""
    scene, problems = parse(st.query_params, ignore={*views, "embed"}, previous=default)
    for problem in problems:
        st.warning(problem.message)
    return scene


def view_of_address(defaults: dict[str, str]) -> dict[str, str]:
    """How the picture is shown: names beside the scene's in the address, short plain words."""
    return {name: str(st.query_params.get(name, usual))[:40] for name, usual in defaults.items()}


def controls(scene: Scene, names: Iterable[str]) -> None:
    """A widget for each field that applies, bound to the same query string."""
    for name in names:
        field = FIELDS[name]
        if field.applies(vars(scene)):
            _control(field, scene)


def _control(field: Field, scene: Scene) -> None:
    common = {"key": field.name, "help": field.help, "bind": "query-params"}
    label = f"{field.label} {field.symbol}".strip()
    if isinstance(field, Choice):
        names = NAMES.get(field.name, {})
        st.selectbox(label, field.choices, format_func=lambda v: names.get(v, v), **common)
    elif isinstance(field, Integer) and (field.low, field.high) == (0, 1):
        st.segmented_control(
            label,
            (0, 1),
            format_func=("without", "with").__getitem__,
            default=0,
            required=True,
            **common,
        )
    elif isinstance(field, Integer):
        st.number_input(label, field.low, field.high, field.default, **common)
    elif isinstance(field, Number):
        st.number_input(label, field.low, field.high, field.default, step=0.25, **common)
    else:
        table = TABLES[scene.data]
        st.text_input(label, value=getattr(scene, field.name), placeholder="pca", **common)
        st.caption(f"{table.columns} columns, {table.classes} classes.")
