"""Write the iframe that shows this page inside another, and choose what it leaves out."""

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
# The parts that a frame can leave out, and their labels.
_PART_LABELS = {
    "data": "the data", "loss": "the losses",
    **{name: FIELDS[name].symbol for name in KERNEL_SLIDERS},
    "lam": "λ and C",
    **{name: hidden_controls.PARTS[name] for name in (
        "numbers", "challenge", "points", "more", "text", "take_away", "quiz", "question")},
}  # fmt: skip
# Left out by default: what remains is the picture with its sliders and numbers.
DEFAULT_PARTS = ("challenge", "text", "take_away", "quiz")
STEP_GAP_PX = 20  # between two steps


def parts_to_leave_out(scene: FieldScene | None) -> dict[str, str]:
    """Return the labels of the parts to leave out; of kernel sliders those that the scene has."""
    absent = {*KERNEL_SLIDERS} - {*(scene.sliders if scene else ())}
    return {name: text for name, text in _PART_LABELS.items() if name not in absent}


def steps_to_show(page_name: str) -> dict[str, str]:
    """Return the titles of a page's steps that a frame can show, by name."""
    declaration, closed = page_declaration.page(page_name), open_parts.closed_steps(page_name)
    if declaration is None:
        return {}
    open_steps = {*declaration.pictures} - {*closed}
    return {step.name: step.title for step in declaration.steps if step.name in open_steps}


def address(
    url: str, query: Mapping[str, str], leave_out: Collection[str], steps: Collection[str] = ()
) -> str:
    """Return the address of this scene for a frame in another page.

    The frame shows these steps, or those that the query names. `url` is the app's address in the
    browser. Raises ValueError where it is not a web address.
    """
    parts = urlsplit(page.with_path(url))
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError("The address of this app is not known here.")
    words = {name: text for name, text in query.items() if name not in shell_words()}
    if step_names := ",".join(steps) or query.get("step", ""):
        words["step"] = step_names
    words["embed"] = "true"
    if leave_out:
        words["hide"] = ",".join(leave_out)
    text = urlencode(words, safe=",;", quote_via=quote)
    return urlunsplit((parts.scheme, parts.netloc, parts.path, text, ""))


def snippet(source: str, title: str, size: tuple[int, int]) -> str:
    """Return the iframe's HTML. The address and the title are escaped."""
    width, height = size
    return (
        f'<iframe src="{escape(source)}" width="{width}" height="{height}"\n'
        f'  title="{escape(title)}" loading="lazy" allow="fullscreen"\n'
        '  style="border: 1px solid #ccc; max-width: 100%"></iframe>'
    )


def sizes(source: str) -> dict[str, tuple[int, int]]:
    """Return the sizes of a frame for the steps at an address, by label."""
    parts = urlsplit(source)
    declaration = pages().get(parts.path.rpartition("/")[2]) or pages()[HOME]
    step_names = parse_qs(parts.query).get("step", [""])[0].split(",")
    first = page_declaration.first_shown(declaration.path)
    of_steps = [
        declaration.frame_heights[step] for step in step_names if step in declaration.frame_heights
    ]
    of_steps = of_steps or [declaration.frame_heights[first]]
    heights = [
        sum(column) + STEP_GAP_PX * (len(of_steps) - 1) for column in zip(*of_steps, strict=True)
    ]
    return {f"{w} × {h}": (w, h) for w, h in zip(WIDTHS, heights, strict=True)}


def _scene() -> FieldScene | None:
    """Return the scene of the current page, if it has one."""
    declaration = page_declaration.page(st.session_state.get(page.HERE, ""))
    return page.scene_of_address(declaration.scene) if declaration and declaration.scene else None


@dialogs.dialog("embed", "Put this picture into another page")
def dialog(title: str) -> None:
    st.markdown(
        "Copy the text below into a course page or a learning platform that accepts HTML. The "
        "frame shows this scene with live sliders."
    )
    offers = steps_to_show(st.session_state.get(page.HERE, ""))
    steps: list[str] = []
    if offers:
        current_step = st.query_params.get("step", "")
        first = page_declaration.first_shown(st.session_state[page.HERE])
        steps = st.multiselect(
            "Steps", list(offers), default=[current_step if current_step in offers else first],
            format_func=offers.__getitem__, key="embed-steps",
        )  # fmt: skip
    parts_left_out = st.pills(
        "Leave out", list(parts_to_leave_out(_scene())), default=list(DEFAULT_PARTS),
        selection_mode="multi", format_func=_PART_LABELS.__getitem__, key="embed-out",
    )  # fmt: skip
    try:
        source = address(st.context.url or "", dict(st.query_params), parts_left_out, steps)
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
    st.link_button("Open the frame", source, icon=":material/open_in_new:")
