"""Write iframes that show a page of the app inside another page, with some parts left out."""

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
# The parts that are left out by default; pictures, their controls and numbers remain.
DEFAULT_PARTS = ("challenge", "text", "take_away", "quiz")
STEP_GAP_PX = 20  # space between two steps


def parts_to_leave_out(scene: FieldScene | None) -> dict[str, str]:
    """Return the parts that can be left out, with their labels; of the kernel sliders only those
    that the scene has."""
    missing_sliders = {*KERNEL_SLIDERS} - {*(scene.sliders if scene else ())}
    return {name: text for name, text in _PART_LABELS.items() if name not in missing_sliders}


def steps_to_show(page_name: str) -> dict[str, str]:
    """Return the titles of a page's steps that a frame can show, by name."""
    declaration, closed_steps = page_declaration.page(page_name), open_parts.closed_steps(page_name)
    if declaration is None:
        return {}
    open_steps = {*declaration.frame_heights} - {*closed_steps}
    return {step.name: step.title for step in declaration.steps if step.name in open_steps}


def address(
    url: str, query: Mapping[str, str], leave_out: Collection[str], steps: Collection[str] = ()
) -> str:
    """Return the address of a frame in another page that shows the scene of `query`.

    The frame shows `steps`, or else the steps that the query names. `url` is the address of the
    app's page in the browser. Raises ValueError if it is not a web address.
    """
    parts = urlsplit(page.with_path(url))
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError("The address of this app is unknown. Reload the page.")
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
    """Return the sizes, in px, that a visitor can choose for a frame, by label. The heights fit the
    steps that the frame's address `source` names."""
    parts = urlsplit(source)
    declaration = pages().get(parts.path.rpartition("/")[2]) or pages()[HOME]
    step_names = parse_qs(parts.query).get("step", [""])[0].split(",")
    first_step = page_declaration.first_visible_step(declaration.path)
    step_heights = [
        declaration.frame_heights[step] for step in step_names if step in declaration.frame_heights
    ]
    step_heights = step_heights or [declaration.frame_heights[first_step]]
    heights = [
        sum(column) + STEP_GAP_PX * (len(step_heights) - 1)
        for column in zip(*step_heights, strict=True)
    ]
    return {f"{w} × {h}": (w, h) for w, h in zip(WIDTHS, heights, strict=True)}


def _scene() -> FieldScene | None:
    """Return the scene of the current page, if it has one."""
    declaration = page_declaration.page(st.session_state.get(page.PAGE_KEY, ""))
    return page.scene_of_address(declaration.scene) if declaration and declaration.scene else None


@dialogs.dialog("embed", "Embed this picture in another page")
def dialog(title: str) -> None:
    st.markdown(
        "Copy the text below into a course page or a learning platform that accepts HTML. The "
        "frame shows this scene with live sliders."
    )
    step_titles = steps_to_show(st.session_state.get(page.PAGE_KEY, ""))
    steps: list[str] = []
    if step_titles:
        current_step = st.query_params.get("step", "")
        first_step = page_declaration.first_visible_step(st.session_state[page.PAGE_KEY])
        steps = st.multiselect(
            "Steps", list(step_titles),
            default=[current_step if current_step in step_titles else first_step],
            format_func=step_titles.__getitem__, key="embed-steps",
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
    sizes_by_label = sizes(source)
    size = st.radio("Size", list(sizes_by_label), horizontal=True, key="embed-size")
    code_block("embed", snippet(source, title, sizes_by_label[size]), "html", wrap=True)
    st.caption(
        "The height fits if you leave out the parts that are selected at first. Parts that "
        "are left out are not sent, so they can’t be switched on in the browser. Their settings "
        "come from the link."
    )
    if not course.current().frame_ancestors:
        st.caption(
            "This app does not allow other sites to show it in a frame. The host of the app can "
            "allow it with frame_ancestors in course.toml."
        )
    st.link_button("Open the frame", source, icon=":material/open_in_new:")
