"""This page inside another one: the iframe to copy, and what it leaves out."""

from collections.abc import Collection, Mapping
from html import escape
from urllib.parse import parse_qs, quote, urlencode, urlsplit, urlunsplit

import streamlit as st

from lab.course import course, open_parts, page_declaration
from lab.course.feature import shell_words
from lab.course.page_declaration import HOME, pages
from lab.scene.fields import FIELDS, KERNEL_SLIDERS
from lab.scene.scene import FieldScene
from lab.ui import hidden_controls, page
from lab.ui.shell import dialogs
from lab.ui.shell.code_block import code_block

WIDTHS = (600, 400, 900)
# What an assignment leaves out most often, in words.
_WORDS = {
    "data": "the data", "loss": "the losses",
    **{name: FIELDS[name].symbol for name in KERNEL_SLIDERS},
    "lam": "λ and C",
    **{name: hidden_controls.PARTS[name] for name in (
        "numbers", "challenge", "points", "more", "text", "take_away", "quiz", "question")},
}  # fmt: skip
# Without these a step is little more than its picture with its sliders and numbers.
USUAL = ("challenge", "text", "take_away", "quiz")
GAP = 20  # px from one step to the next


def offered(scene: FieldScene | None) -> dict[str, str]:
    """What to choose from, in words: of the sliders of kernels those that the scene has."""
    absent = {*KERNEL_SLIDERS} - {*(scene.sliders if scene else ())}
    return {name: text for name, text in _WORDS.items() if name not in absent}


def steps_to_show(page_name: str) -> dict[str, str]:
    """The titles of the steps of a page that a frame can show, by their names."""
    declared, closed = page_declaration.page(page_name), open_parts.closed_steps(page_name)
    if declared is None:
        return {}
    shown = {*declared.pictures} - {*closed}
    return {step.name: step.title for step in declared.steps if step.name in shown}


def address(
    url: str, query: Mapping[str, str], leave_out: Collection[str], steps: Collection[str] = ()
) -> str:
    """The address of this scene for a frame in another page, which shows these steps, or those that
    the query names. `url` is where the app is seen at.

    Raises ValueError for an address that is none of the web.
    """
    parts = urlsplit(page.with_path(url))
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError("The address of this app is not known here.")
    words = {name: text for name, text in query.items() if name not in shell_words()}
    if named := ",".join(steps) or query.get("step", ""):
        words["step"] = named
    words["embed"] = "true"
    if leave_out:
        words["hide"] = ",".join(leave_out)
    text = urlencode(words, safe=",;", quote_via=quote)
    return urlunsplit((parts.scheme, parts.netloc, parts.path, text, ""))


def snippet(source: str, title: str, size: tuple[int, int]) -> str:
    """The iframe, ready to paste: a constant but for what is escaped here."""
    width, height = size
    return (
        f'<iframe src="{escape(source)}" width="{width}" height="{height}"\n'
        f'  title="{escape(title)}" loading="lazy" allow="fullscreen"\n'
        '  style="border: 1px solid #ccc; max-width: 100%"></iframe>'
    )


def sizes(source: str) -> dict[str, tuple[int, int]]:
    """The sizes to choose from for the steps of the page at an address, each under its name."""
    parts = urlsplit(source)
    declared = pages().get(parts.path.rpartition("/")[2]) or pages()[HOME]
    named = parse_qs(parts.query).get("step", [""])[0].split(",")
    first = page_declaration.first_shown(declared.path)
    of_steps = [declared.frame_heights[step] for step in named if step in declared.frame_heights]
    of_steps = of_steps or [declared.frame_heights[first]]
    heights = [sum(column) + GAP * (len(of_steps) - 1) for column in zip(*of_steps, strict=True)]
    return {f"{w} × {h}": (w, h) for w, h in zip(WIDTHS, heights, strict=True)}


def _scene() -> FieldScene | None:
    """The scene of the page that is shown, if it has one."""
    declared = page_declaration.page(st.session_state.get(page.HERE, ""))
    return page.scene_of_address(declared.scene) if declared and declared.scene else None


@dialogs.dialog("embed", "Put this picture into another page")
def dialog(title: str) -> None:
    st.markdown(
        "Copy the text below into a course page or a learning platform that takes HTML. The frame "
        "shows this very scene, and its sliders are as live as here."
    )
    offers = steps_to_show(st.session_state.get(page.HERE, ""))
    steps: list[str] = []
    if offers:
        here = st.query_params.get("step", "")
        first = page_declaration.first_shown(st.session_state[page.HERE])
        steps = st.multiselect(
            "Steps", list(offers), default=[here if here in offers else first],
            format_func=offers.__getitem__, key="embed-steps",
        )  # fmt: skip
    out = st.pills(
        "Leave out", list(offered(_scene())), default=list(USUAL), selection_mode="multi",
        format_func=_WORDS.__getitem__, key="embed-out",
    )  # fmt: skip
    try:
        source = address(st.context.url or "", dict(st.query_params), out, steps)
    except ValueError as error:
        st.error(str(error))
        return
    by_name = sizes(source)
    size = st.radio("Size", list(by_name), horizontal=True, key="embed-size")
    code_block("embed", snippet(source, title, by_name[size]), "html", wrap=True)
    st.caption(
        "The frame is as high as these steps need with what is left out at first. What is left out "
        "is not sent, so nobody can switch it on in the browser. What it would set still comes "
        "from the link."
    )
    if not course.current().frame_ancestors:
        st.caption(
            "As this app is set up, other sites may not show it in a frame. Whoever hosts it names "
            "them in course.toml, as frame_ancestors."
        )
    st.link_button("See it alone", source, icon=":material/open_in_new:")
