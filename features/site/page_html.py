"""Write a page's nodes as HTML. Texts are escaped here or formatted by `text_html`.

Containers have the same `data-testid` as in Streamlit, so that the app's styles and scripts also
work here.
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Any
from urllib.parse import urlencode

from features.site.screen import ScreenNode
from features.site.text_html import formula, markdown

_ICON = re.compile(r"\s*:material/\w+:\s*")
_LEVELS = {"title": 1, "header": 2, "subheader": 3}
CODE = "kernel_code"  # see lab.ui.shell.code_block
_NOTES = {"warning", "error", "info", "success"}


def body(node: ScreenNode) -> str:
    """Write the children of a node."""
    return "".join(_html(child) for child in node.children)


def components(node: ScreenNode) -> Iterator[ScreenNode]:
    """Yield the nodes that scripts draw, from top to bottom."""
    for child in node.children:
        if child.kind == "component":
            yield child
        yield from components(child)


def _html(node: ScreenNode) -> str:
    if node.kind in _LEVELS:
        tag = f"h{_LEVELS[node.kind]}"
        words = markdown(node.props["body"], line=True)
        return f'<div data-testid="stHeading"><{tag}>{words}</{tag}></div>'
    if node.kind in _NOTES:
        words = markdown(node.props["body"])
        attributes = f'class="note note-{node.kind}" role="status"'
        return f'<div data-testid="stAlert" {attributes}>{words}</div>'
    return _WRITERS[node.kind](node.props, node)


def _attributes(**attributes: Any) -> str:
    """Write HTML attributes; None and False are left out."""
    return "".join(
        f" {name.replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for name, value in attributes.items()
        if value is not None and value is not False
    )  # fmt: skip


def _markdown(props: dict[str, Any], _: ScreenNode) -> str:
    return (
        '<div data-testid="stMarkdown"><div data-testid="stMarkdownContainer">'
        f"{relative_links(markdown(props['body']))}</div></div>"
    )


def relative_links(html: str) -> str:
    """Make links that begin at the app's root relative to the page's base."""
    return re.sub(r'(<a href=")/([a-z-]*)', _folder, html)


def _folder(match: re.Match[str]) -> str:
    return f"{match[1]}./{match[2]}{'/' if match[2] else ''}"


def _caption(props: dict[str, Any], _: ScreenNode) -> str:
    return f'<div data-testid="stCaptionContainer">{markdown(props["body"])}</div>'


def _latex(props: dict[str, Any], _: ScreenNode) -> str:
    return f'<div class="formula">{formula(props["body"], True)}</div>'


def _raw_html(props: dict[str, Any], _: ScreenNode) -> str:
    return props["body"]  # the app uses `st.html` only for its own styles


def _table(props: dict[str, Any], _: ScreenNode) -> str:
    index = [*props["index"]]
    head = "".join(
        f"<th>{escape(name)}</th>" for name in ([""] if index else []) + props["columns"]
    )
    rows = "".join(
        "<tr>" + (f"<th>{escape(index[k])}</th>" if index else "")
        + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for k, row in enumerate(props["rows"])
    )  # fmt: skip
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="wide" data-testid="{props["testid"]}">{table}</div>'


def _image(props: dict[str, Any], _: ScreenNode) -> str:
    return (
        f'<div role="img" class="image"{_attributes(aria_label=props["alt"])}>{props["body"]}</div>'
    )


# ---- containers -------------------------------------------------------------------------------


def _columns(_: dict[str, Any], node: ScreenNode) -> str:
    columns = "".join(
        f'<div class="stColumn" data-testid="stColumn" style="--part:{child.props["width"]:g}">'
        f'<div data-testid="stVerticalBlock">{body(child)}</div></div>'
        for child in node.children
    )
    return f'<div data-testid="stHorizontalBlock">{columns}</div>'


def _container(props: dict[str, Any], node: ScreenNode) -> str:
    row = "row" if props["horizontal"] else "stack stVerticalBlock"
    name = f" st-key-{props['key']}" if props["key"] else ""
    border_class = " bordered" if props["border"] else ""
    return f'<div class="{row}{escape(name)}{border_class}">{body(node)}</div>'


def _tabs(_: dict[str, Any], node: ScreenNode) -> str:
    names = "".join(
        f'<button type="button" role="tab"{_attributes(aria_selected="false" if k else "true")}>'
        f"{escape(child.props['label'])}</button>"
        for k, child in enumerate(node.children)
    )
    panels = "".join(
        f'<div role="tabpanel"{" hidden" if k else ""}>{body(child)}</div>'
        for k, child in enumerate(node.children)
    )
    return f'<div class="tabs"><div role="tablist">{names}</div>{panels}</div>'


def _popover(props: dict[str, Any], node: ScreenNode) -> str:
    key = escape(props["key"] or props["label"])
    return (
        f'<details class="popover" data-testid="stPopover" data-key="{key}">'
        f"<summary>{escape(props['label'])}</summary><div>{body(node)}</div></details>"
    )


def _expander(props: dict[str, Any], node: ScreenNode) -> str:
    key, mark = escape(props["key"] or props["label"]), " open" if props["open"] else ""
    name = f' class="st-key-{escape(props["key"])}"' if props["key"] else ""
    return (
        f'<div{name}><details class="expander" data-testid="stExpander" data-key="{key}"{mark}>'
        f"<summary>{_label(props['label'])}</summary><div>{body(node)}</div></details></div>"
    )


def _dialog(props: dict[str, Any], node: ScreenNode) -> str:
    title = escape(props["title"])
    return (
        f'<dialog data-testid="stDialog" aria-label="{title}"><form method="dialog">'
        f'<h2>{title}</h2><button class="close" aria-label="Close">✕</button></form>'
        f"{body(node)}</dialog>"
    )


def _navigation(props: dict[str, Any], _: ScreenNode) -> str:
    links = "".join(
        f'<a href="{_place(f"/{path}")}"'
        f"{' aria-current=page' if path == props['current'] else ''}>{escape(title)}</a>"
        for path, title in props["pages"]
    )
    return f'<nav class="pages" aria-label="Pages">{links}</nav>'


# ---- widgets ----------------------------------------------------------------------------------


def _button(props: dict[str, Any], _: ScreenNode) -> str:
    kind = "primary" if props["primary"] else None
    attributes = _attributes(data_widget=props["name"], kind=kind, title=props["help"] or None)
    return f'<button type="button" class="press"{attributes}>{_label(props["label"])}</button>'


def _download(props: dict[str, Any], _: ScreenNode) -> str:
    attributes = _attributes(
        data_download=props["name"], kind="primary" if props["primary"] else None
    )
    return f'<button type="button" class="press"{attributes}>{_label(props["label"])}</button>'


def _label(text: str) -> str:
    return markdown(_ICON.sub("", text), line=True)


def _link(props: dict[str, Any], _: ScreenNode) -> str:
    return f'<a class="press"{_attributes(href=_place(props["href"]))}>{_label(props["label"])}</a>'


def _page_link(props: dict[str, Any], _: ScreenNode) -> str:
    query = f"?{urlencode(props['query'])}" if props["query"] else ""
    href = _attributes(href=_place(props["href"]) + query)
    return f'<div data-testid="stPageLink"><a{href}>{_label(props["label"])} →</a></div>'


def _place(href: str) -> str:
    """Make the address of a page of the app relative to the site's base."""
    if not href.startswith("/"):
        return href
    path, mark, query = href[1:].partition("?")
    return f"./{path}{'/' if path else ''}{mark}{query}"


def _add_label(props: dict[str, Any], control: str) -> str:
    title = _attributes(title=props.get("help") or None)
    return f'<label class="field"{title}><span>{_label(props["label"])}</span>{control}</label>'


def _select(props: dict[str, Any], _: ScreenNode) -> str:
    options = "".join(
        f'<option value="{k}"{" selected" if k == props["at"] else ""}>{escape(text)}</option>'
        for k, text in enumerate(props["options"])
    )
    return _add_label(props, f"<select{_attributes(data_widget=props['name'])}>{options}</select>")


def _radio(props: dict[str, Any], _: ScreenNode) -> str:
    captions = props["captions"] or [""] * len(props["options"])
    name = escape(props["name"])
    options = "".join(
        f'<label><input type="radio" name="{name}" data-widget="{name}" value="{k}"'
        f"{' checked' if k == props['at'] else ''}><span>{_label(text)}"
        f"{f'<small>{_label(caption)}</small>' if caption else ''}</span></label>"
        for k, (text, caption) in enumerate(zip(props["options"], captions, strict=False))
    )
    shape = "row" if props["row"] else "stack"
    return _fieldset(props, options, shape, role="radiogroup", data_testid="stRadio")


def _pills(props: dict[str, Any], _: ScreenNode) -> str:
    name = escape(props["name"])
    options = "".join(
        f'<button type="button" data-pill="{name}" value="{k}"'
        f' aria-pressed="{"true" if k in props["on"] else "false"}">{escape(text)}</button>'
        for k, text in enumerate(props["options"])
    )
    return _fieldset(props, options, "row")


def _fieldset(props: dict[str, Any], options: str, shape: str, **attributes: str) -> str:
    voice_class = _attributes(**{"class": "kl-voice" if props.get("hidden_label") else None})
    legend = f"<legend{voice_class}>{_label(props['label'])}</legend>"
    inner = f'{legend}<div class="{shape}">{options}</div>'
    return f'<fieldset class="field"{_attributes(**attributes)}>{inner}</fieldset>'


def _number(props: dict[str, Any], _: ScreenNode) -> str:
    bounds = {
        "min": props["low"],
        "max": props["high"],
        "step": props["step"],
        "value": props["value"],
    }
    attributes = _attributes(data_widget=props["name"], **bounds)
    return _add_label(props, f'<input type="number"{attributes}>')


def _text(props: dict[str, Any], _: ScreenNode) -> str:
    attributes = _attributes(data_widget=props["name"], value=props["value"], **_bounds(props))
    return _add_label(props, f'<input type="text"{attributes}>')


def _area(props: dict[str, Any], _: ScreenNode) -> str:
    attributes = _attributes(
        data_widget=props["name"], rows=max(4, props["height"] // 24), **_bounds(props)
    )
    return _add_label(props, f"<textarea{attributes}>\n{escape(props['value'])}</textarea>")


def _bounds(props: dict[str, Any]) -> dict[str, Any]:
    return {"placeholder": props["placeholder"] or None, "maxlength": props["most"] or None}


def _toggle(props: dict[str, Any], _: ScreenNode) -> str:
    attributes = _attributes(data_widget=props["name"], checked=props["on"])
    words = f"<span>{_label(props['label'])}</span>"
    return f'<label class="field row"><input type="checkbox"{attributes}>{words}</label>'


def _file(props: dict[str, Any], _: ScreenNode) -> str:
    attributes = _attributes(data_widget=props["name"], accept=props["type"] or None,
                        multiple=props["multiple"], webkitdirectory=props["folder"])  # fmt: skip
    return _add_label(props, f'<input type="file"{attributes}>')


def _component(props: dict[str, Any], _: ScreenNode) -> str:
    attributes = _attributes(data_element=props["key"], data_component=props["component"])
    key, words = escape(props["key"]), _code(props["data"]) if _is_code(props) else ""
    box = f"<div{attributes}>{words}</div>"
    return f'<div data-testid="stElementContainer" class="st-key-{key}">{box}</div>'


def _is_code(props: dict[str, Any]) -> bool:
    return props["component"] == CODE


def _code(data: dict[str, Any]) -> str:
    """Write code as plain text, for print, for the browser's search, and until its script runs."""
    wrap_class = " kl-code-wrap" if data["wrap"] else ""
    # Without code the box has no accessible name yet, so it takes no focus.
    focus = ' tabindex="0"' if data["code"] else ""
    text = f"<pre{focus}><code>{escape(data['code'])}</code></pre>"
    return f'<div class="kl-code{wrap_class}" data-plain>{text}</div>'


def data_beside_html(node: ScreenNode) -> dict[str, Any]:
    """Return an element's data without the parts that its HTML contains already."""
    data: dict[str, Any] = node.props["data"]
    return {name: data[name] for name in data if name != "code"} if _is_code(node.props) else data


_WRITERS: dict[str, Callable[[dict[str, Any], ScreenNode], str]] = {
    "markdown": _markdown, "caption": _caption, "latex": _latex, "html": _raw_html,
    "table": _table, "image": _image, "columns": _columns, "container": _container, "tabs": _tabs,
    "popover": _popover, "expander": _expander, "dialog": _dialog, "navigation": _navigation,
    "button": _button,
    "download": _download, "link": _link, "page-link": _page_link, "select": _select,
    "radio": _radio, "pills": _pills, "number": _number, "text": _text, "area": _area,
    "toggle": _toggle, "file": _file, "component": _component,
}  # fmt: skip
