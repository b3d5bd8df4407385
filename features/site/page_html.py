"""What a page has put on the screen, as HTML. Texts are escaped here or formatted by `text_html`.

Names that Streamlit gives its own places stay (`data-testid`), so that the app's styles and scripts
find the same page.
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
    """What stands inside a node."""
    return "".join(_html(one) for one in node.inside)


def components(node: ScreenNode) -> Iterator[ScreenNode]:
    """The elements that scripts draw, from top to bottom."""
    for one in node.inside:
        if one.kind == "component":
            yield one
        yield from components(one)


def _html(node: ScreenNode) -> str:
    if node.kind in _LEVELS:
        tag = f"h{_LEVELS[node.kind]}"
        words = markdown(node.said["body"], line=True)
        return f'<div data-testid="stHeading"><{tag}>{words}</{tag}></div>'
    if node.kind in _NOTES:
        words = markdown(node.said["body"])
        named = f'class="note note-{node.kind}" role="status"'
        return f'<div data-testid="stAlert" {named}>{words}</div>'
    return _WRITERS[node.kind](node.said, node)


def _attributes(**named: Any) -> str:
    """Attributes as they are written; None and False are left out."""
    return "".join(
        f" {name.replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for name, value in named.items()
        if value is not None and value is not False
    )  # fmt: skip


def _markdown(said: dict[str, Any], _: ScreenNode) -> str:
    return (
        '<div data-testid="stMarkdown"><div data-testid="stMarkdownContainer">'
        f"{relative_links(markdown(said['body']))}</div></div>"
    )


def relative_links(html: str) -> str:
    """Links of the app lead to its root; here that is where the page's base leads."""
    return re.sub(r'(<a href=")/([a-z-]*)', _folder, html)


def _folder(found: re.Match[str]) -> str:
    return f"{found[1]}./{found[2]}{'/' if found[2] else ''}"


def _caption(said: dict[str, Any], _: ScreenNode) -> str:
    return f'<div data-testid="stCaptionContainer">{markdown(said["body"])}</div>'


def _latex(said: dict[str, Any], _: ScreenNode) -> str:
    return f'<div class="formula">{formula(said["body"], True)}</div>'


def _raw(said: dict[str, Any], _: ScreenNode) -> str:
    return said["body"]  # our own styles: `st.html` is given nothing else


def _table(said: dict[str, Any], _: ScreenNode) -> str:
    index = [*said["index"]]
    head = "".join(f"<th>{escape(name)}</th>" for name in ([""] if index else []) + said["columns"])
    rows = "".join(
        "<tr>" + (f"<th>{escape(index[k])}</th>" if index else "")
        + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for k, row in enumerate(said["rows"])
    )  # fmt: skip
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="wide" data-testid="{said["testid"]}">{table}</div>'


def _image(said: dict[str, Any], _: ScreenNode) -> str:
    return (
        f'<div role="img" class="image"{_attributes(aria_label=said["alt"])}>{said["body"]}</div>'
    )


# ---- places -----------------------------------------------------------------------------------


def _columns(_: dict[str, Any], node: ScreenNode) -> str:
    inner = "".join(
        f'<div data-testid="stColumn" style="--part:{one.said["width"]:g}">'
        f'<div data-testid="stVerticalBlock">{body(one)}</div></div>'
        for one in node.inside
    )
    return f'<div data-testid="stHorizontalBlock">{inner}</div>'


def _container(said: dict[str, Any], node: ScreenNode) -> str:
    row = "row" if said["horizontal"] else "stack stVerticalBlock"
    name = f" st-key-{said['key']}" if said["key"] else ""
    bordered = " bordered" if said["border"] else ""
    return f'<div class="{row}{escape(name)}{bordered}">{body(node)}</div>'


def _tabs(_: dict[str, Any], node: ScreenNode) -> str:
    names = "".join(
        f'<button type="button" role="tab"{_attributes(aria_selected="false" if k else "true")}>'
        f"{escape(one.said['label'])}</button>"
        for k, one in enumerate(node.inside)
    )
    rooms = "".join(
        f'<div role="tabpanel"{" hidden" if k else ""}>{body(one)}</div>'
        for k, one in enumerate(node.inside)
    )
    return f'<div class="tabs"><div role="tablist">{names}</div>{rooms}</div>'


def _popover(said: dict[str, Any], node: ScreenNode) -> str:
    key = escape(said["key"] or said["label"])
    return (
        f'<details class="popover" data-testid="stPopover" data-key="{key}">'
        f"<summary>{escape(said['label'])}</summary><div>{body(node)}</div></details>"
    )


def _expander(said: dict[str, Any], node: ScreenNode) -> str:
    key, mark = escape(said["key"] or said["label"]), " open" if said["open"] else ""
    name = f' class="st-key-{escape(said["key"])}"' if said["key"] else ""
    return (
        f'<div{name}><details class="expander" data-testid="stExpander" data-key="{key}"{mark}>'
        f"<summary>{_label(said['label'])}</summary><div>{body(node)}</div></details></div>"
    )


def _dialog(said: dict[str, Any], node: ScreenNode) -> str:
    title = escape(said["title"])
    return (
        f'<dialog data-testid="stDialog" aria-label="{title}"><form method="dialog">'
        f'<h2>{title}</h2><button class="close" aria-label="Close">✕</button></form>'
        f"{body(node)}</dialog>"
    )


def _navigation(said: dict[str, Any], _: ScreenNode) -> str:
    links = "".join(
        f'<a href="{_place(f"/{path}")}"'
        f"{' aria-current=page' if path == said['here'] else ''}>{escape(title)}</a>"
        for path, title in said["pages"]
    )
    return f'<nav class="pages" aria-label="Pages">{links}</nav>'


# ---- widgets ----------------------------------------------------------------------------------


def _button(said: dict[str, Any], _: ScreenNode) -> str:
    kind = "primary" if said["primary"] else None
    named = _attributes(data_widget=said["name"], kind=kind, title=said["help"] or None)
    return f'<button type="button" class="press"{named}>{_label(said["label"])}</button>'


def _download(said: dict[str, Any], _: ScreenNode) -> str:
    named = _attributes(data_download=said["name"], kind="primary" if said["primary"] else None)
    return f'<button type="button" class="press"{named}>{_label(said["label"])}</button>'


def _label(text: str) -> str:
    return markdown(_ICON.sub("", text), line=True)


def _link(said: dict[str, Any], _: ScreenNode) -> str:
    return f'<a class="press"{_attributes(href=_place(said["href"]))}>{_label(said["label"])}</a>'


def _page_link(said: dict[str, Any], _: ScreenNode) -> str:
    query = f"?{urlencode(said['query'])}" if said["query"] else ""
    href = _attributes(href=_place(said["href"]) + query)
    return f'<div data-testid="stPageLink"><a{href}>{_label(said["label"])} →</a></div>'


def _place(href: str) -> str:
    """A page of the app as it is reached from the site's base."""
    if not href.startswith("/"):
        return href
    path, mark, query = href[1:].partition("?")
    return f"./{path}{'/' if path else ''}{mark}{query}"


def _labelled(said: dict[str, Any], control: str) -> str:
    title = _attributes(title=said.get("help") or None)
    return f'<label class="field"{title}><span>{_label(said["label"])}</span>{control}</label>'


def _select(said: dict[str, Any], _: ScreenNode) -> str:
    options = "".join(
        f'<option value="{k}"{" selected" if k == said["at"] else ""}>{escape(text)}</option>'
        for k, text in enumerate(said["options"])
    )
    return _labelled(said, f"<select{_attributes(data_widget=said['name'])}>{options}</select>")


def _radio(said: dict[str, Any], _: ScreenNode) -> str:
    captions = said["captions"] or [""] * len(said["options"])
    name = escape(said["name"])
    options = "".join(
        f'<label><input type="radio" name="{name}" data-widget="{name}" value="{k}"'
        f"{' checked' if k == said['at'] else ''}><span>{_label(text)}"
        f"{f'<small>{_label(more)}</small>' if more else ''}</span></label>"
        for k, (text, more) in enumerate(zip(said["options"], captions, strict=False))
    )
    shape = "row" if said["row"] else "stack"
    return _fieldset(said, options, shape, role="radiogroup", data_testid="stRadio")


def _pills(said: dict[str, Any], _: ScreenNode) -> str:
    name = escape(said["name"])
    options = "".join(
        f'<button type="button" data-pill="{name}" value="{k}"'
        f' aria-pressed="{"true" if k in said["on"] else "false"}">{escape(text)}</button>'
        for k, text in enumerate(said["options"])
    )
    return _fieldset(said, options, "row")


def _fieldset(said: dict[str, Any], options: str, shape: str, **named: str) -> str:
    for_ears = _attributes(**{"class": "kl-voice" if said.get("unseen") else None})
    legend = f"<legend{for_ears}>{_label(said['label'])}</legend>"
    inner = f'{legend}<div class="{shape}">{options}</div>'
    return f'<fieldset class="field"{_attributes(**named)}>{inner}</fieldset>'


def _number(said: dict[str, Any], _: ScreenNode) -> str:
    given = {"min": said["low"], "max": said["high"], "step": said["step"], "value": said["value"]}
    named = _attributes(data_widget=said["name"], **given)
    return _labelled(said, f'<input type="number"{named}>')


def _text(said: dict[str, Any], _: ScreenNode) -> str:
    named = _attributes(data_widget=said["name"], value=said["value"], **_bounds(said))
    return _labelled(said, f'<input type="text"{named}>')


def _area(said: dict[str, Any], _: ScreenNode) -> str:
    named = _attributes(
        data_widget=said["name"], rows=max(4, said["height"] // 24), **_bounds(said)
    )
    return _labelled(said, f"<textarea{named}>\n{escape(said['value'])}</textarea>")


def _bounds(said: dict[str, Any]) -> dict[str, Any]:
    return {"placeholder": said["placeholder"] or None, "maxlength": said["most"] or None}


def _toggle(said: dict[str, Any], _: ScreenNode) -> str:
    named = _attributes(data_widget=said["name"], checked=said["on"])
    words = f"<span>{_label(said['label'])}</span>"
    return f'<label class="field row"><input type="checkbox"{named}>{words}</label>'


def _file(said: dict[str, Any], _: ScreenNode) -> str:
    named = _attributes(data_widget=said["name"], accept=said["type"] or None,
                        multiple=said["several"], webkitdirectory=said["folder"])  # fmt: skip
    return _labelled(said, f'<input type="file"{named}>')


def _component(said: dict[str, Any], _: ScreenNode) -> str:
    named = _attributes(data_element=said["key"], data_component=said["component"])
    key, words = escape(said["key"]), _code(said["data"]) if _is_code(said) else ""
    box = f"<div{named}>{words}</div>"
    return f'<div data-testid="stElementContainer" class="st-key-{key}">{box}</div>'


def _is_code(said: dict[str, Any]) -> bool:
    return said["component"] == CODE


def _code(data: dict[str, Any]) -> str:
    """Lines of code as they stand until their script comes, on paper too, and for the browser's
    search."""
    wrapped = " kl-code-wrapped" if data["wrap"] else ""
    # What its script alone can say has no name yet, and is not reached.
    reached = ' tabindex="0"' if data["code"] else ""
    text = f"<pre{reached}><code>{escape(data['code'])}</code></pre>"
    return f'<div class="kl-code{wrapped}" data-plain>{text}</div>'


def data_beside_html(node: ScreenNode) -> dict[str, Any]:
    """An element's data without what its HTML says already."""
    data: dict[str, Any] = node.said["data"]
    return {name: data[name] for name in data if name != "code"} if _is_code(node.said) else data


_WRITERS: dict[str, Callable[[dict[str, Any], ScreenNode], str]] = {
    "markdown": _markdown, "caption": _caption, "latex": _latex, "html": _raw,
    "table": _table, "image": _image, "columns": _columns, "container": _container, "tabs": _tabs,
    "popover": _popover, "expander": _expander, "dialog": _dialog, "navigation": _navigation,
    "button": _button,
    "download": _download, "link": _link, "page-link": _page_link, "select": _select,
    "radio": _radio, "pills": _pills, "number": _number, "text": _text, "area": _area,
    "toggle": _toggle, "file": _file, "component": _component,
}  # fmt: skip
