"""Put the app's scripts and style sheets on a page with a component of Streamlit."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from lab.endpoints import static_assets

# This script mounts the module named in the component's data. Its newline matters: Streamlit treats
# a script without a newline as the name of a file.
MOUNT_SCRIPT = """
export default function (component) {
  const [data] = component.data;
  let gone = false, module;
  const mustWait = () => data.after_picture && !document.querySelector("[data-painted]");
  function load() {
    if (gone || mustWait()) return;
    observer.disconnect();
    import(new URL(data.module, document.baseURI)).then((loaded) => {
      module = loaded;
      if (!gone) module.mount({ ...component, data });
    });
  }
  const observer = new MutationObserver(load);
  const watched = { subtree: true, attributeFilter: ["data-painted"] };
  if (mustWait()) observer.observe(document.body, watched);
  load();
  return () => { gone = true; observer.disconnect(); module?.unmount(component.parentElement); };
}
"""


def as_list(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the data as a list.

    In a dictionary, Streamlit would test whether each value is a table. This test took a sixth of
    the time of a page's run.
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
    """Mount the module at `path` with its data and style sheets; return its states and triggers.

    `key` identifies the module on its page; `kind` is the type of the component, if a page has
    several of this type. With `after_picture` in the data the module is requested once the first
    picture is drawn. `listeners`: for each state or trigger of the module, a function with the key
    on_<name>_change.
    """
    import streamlit as st

    component: Any = st.components.v2.component(
        f"kernel_{(kind or key).replace('-', '_')}",
        css="".join(map(_text, styles)) or None,
        js=MOUNT_SCRIPT,
        isolate_styles=False,
    )
    return component(key=key, data=as_list(data | {"module": static_assets.url(path)}), **listeners)


def add_style(path: str) -> None:
    """Put the style sheet at `path` on the page. It is a file of the app, without visitors'
    text."""
    import streamlit as st

    st.html(f"<style>{_text(path)}</style>")


@cache
def _text(path: str) -> str:
    return static_assets.read(path)
