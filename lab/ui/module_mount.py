"""Scripts and style sheets of ours on a page, by way of a component of Streamlit."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from lab.endpoints import static_assets

# The newline matters: Streamlit takes a script without one for the name of a file. This one mounts
# the module that a component's data name.
MOUNT_SCRIPT = """
export default function (component) {
  const [data] = component.data;
  let gone = false, module;
  import(new URL(data.module, document.baseURI)).then((loaded) => {
    module = loaded;
    if (!gone) module.mount({ ...component, data });
  });
  return () => { gone = true; module?.unmount(component.parentElement); };
}
"""


def as_list(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the data as a list.

    For a dictionary Streamlit tests each value for being a table, which took a sixth of a
    page's run.
    """
    return [data]


def mount_module(
    key: str,
    path: str,
    data: dict[str, Any],
    styles: Sequence[str] = (),
    *,
    kind: str = "",
    **listeners: Callable[[], object],
) -> Any:
    """Mount the module at `path` with its data, once a page under each key, under the style sheets
    at `styles`. `kind`: what it is, where a page has several. `listeners`: on_<name>_change for
    each name that the module may set or trigger."""
    import streamlit as st

    component: Any = st.components.v2.component(
        f"kernel_{(kind or key).replace('-', '_')}",
        css="".join(map(_text, styles)) or None,
        js=MOUNT_SCRIPT,
        isolate_styles=False,
    )
    return component(key=key, data=as_list(data | {"module": static_assets.url(path)}), **listeners)


def add_style(path: str) -> None:
    """Put the style sheet at `path` on the page: our own, and nobody else's text."""
    import streamlit as st

    st.html(f"<style>{_text(path)}</style>")


@cache
def _text(path: str) -> str:
    return static_assets.read(path)
