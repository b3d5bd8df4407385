"""Draw the live element: views, sliders, switches and read-outs of one scene.

A page lists the items by their position: `main` beside `side`, `below` under both. The element
shows the frames of sweeps, in most cases from `GET /frames`. When a control is released, the page
writes the new setting into the address and reruns the fragment of the element.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from lab.endpoints import static_assets
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import GRID
from lab.scene.scene import SAMPLE, Scene, words_of
from lab.scene.slider_stops import DEFAULT_COUNT
from lab.ui import editable_points, hidden_controls, page_snapshot
from lab.ui.items import Choice, Item, Json, Slider, as_json, flatten, flatten_json
from lab.ui.module_mount import MOUNT_SCRIPT, as_list
from lab.ui.palette import SCRIPT_THEMES
from lab.wire.packed_sweeps import pack_sweeps

SEEN_KEY = "picture-seen"  # key in the session's state: whether a first picture has been drawn
# Key in the session's state: names of the fragments that draw the parts below the picture.
PARTS = "parts-below"
END = "end-of-page"  # name of the fragment that draws the end of every page
_PROTOCOL = "Sec-WebSocket-Protocol"  # header whose value is "streamlit, token[, session]"

# This script mounts a live element. Its module, first sweep and style sheet are requested at the
# same time. The sheet is linked once per page, since css= of the component would send it with each
# run. A picture waits for the sheet.
_SCRIPT = """
const styled = (href) => {
  let link = document.head.querySelector(`link[rel="stylesheet"][href="${href}"]`);
  if (link?.sheet) return;
  if (!link) {
    link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    document.head.append(link);
  }
  return new Promise((done) => {
    for (const how of ["load", "error"]) link.addEventListener(how, done);
  });
};
export default function (component) {
  const { data: [data], parentElement } = component;
  let gone = false, module;
  const first = !parentElement.querySelector("[data-live]");
  if (first) for (const script of data.preload)
    import(new URL(script, document.baseURI)).catch(() => {});   // reported where it is imported
  if (first && data.frames && data.first) {
    const scene = `${data.frames}?${new URLSearchParams(data.query)}`;
    const url = `${scene}&along=${data.first}&stops=${data.stops}&grid=${data.grid}`;
    const answer = fetch(url);
    answer.catch(() => {});   // reported by the player
    (window.earlyAnswers ??= new Map()).set(url, answer);
  }
  const loading = import(new URL(data.module, document.baseURI));
  Promise.all([loading, styled(data.style)]).then(([loaded]) => {
    module = loaded;
    if (!gone) module.mount({ ...component, data });
  }, () => {
    parentElement.textContent = "The files of this picture could not be loaded. Reload the page."
      + " If this message stays, use a current version of Firefox, Chrome, Edge or Safari.";
  });
  return () => { gone = true; module?.unmount(parentElement); };
}
"""


@dataclass(frozen=True)
class Group:
    """Elements that show the same scene: a control in one of them changes all of them.

    The first element, `leader`, reports the settings to the page; it has to be drawn before the
    others. `sliders` and `written_words` are those of all elements together. `server_boxes`: keys
    of the containers in which the page draws other parts from the scene; while none of them is
    visible, the page need not run when a control is released."""

    leader: str
    sliders: tuple[Json, ...]
    written_words: frozenset[str]
    server_boxes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, leader: str, placed_items: Iterable[Item], server_boxes: Iterable[str] = ()
    ) -> "Group":
        """Return the group of elements with these items and this leader."""
        editable_items = flatten(editable_points.make_editable(list(placed_items)))
        sliders = {item.along: as_json(item) for item in editable_items if isinstance(item, Slider)}
        carried = [{key: item[key] for key in hidden_controls.SLIDER_KEYS if key in item}
                   for item in sliders.values()]  # fmt: skip
        return cls(
            leader, tuple(carried), frozenset(_fields_of(editable_items)), tuple(server_boxes)
        )


@dataclass(frozen=True)
class Layout:
    """The items of an element by their position: `main` beside `side`, `below` under both. `wide`:
    `main` takes most of the width. `step_words`: the question and the lead of the element's step,
    if that step is the one to export, see `lab.ui.page_snapshot.keep`. `question`: the question of
    the element's step, with which the element's text for screen readers begins."""

    main: Sequence[Item]
    side: Sequence[Item] = ()
    below: Sequence[Item] = ()
    wide: bool = False
    step_words: Mapping[str, str] | None = None
    question: str = ""


def live(
    name: str,
    scene: Scene | ClassScene,
    layout: Layout,
    *,
    view: Mapping[str, str] | None = None,
    frames: str = "frames",
    stops: int = DEFAULT_COUNT,
    group: Group | None = None,
    home: Scene | ClassScene | None = None,
) -> Any:
    """Draw the element and return its triggers. Call it inside an `st.fragment`.

    `view` has the words of the picture, such as the chosen point. These words, and the scene's
    fields that have a control in the element, are written into the address when a control is
    released. `frames` is the route of the sweeps, which have `stops` stops. `group`: the group to
    which the element belongs. `home`: the scene that a challenge offers if it does not apply to
    `scene`.
    """
    main, side, below = editable_points.add_bar(
        [editable_points.make_editable(place) for place in (layout.main, layout.side, layout.below)]
    )
    written_words = group.written_words if group else _fields_of(flatten([*main, *side, *below]))
    data = {
        "frames": static_assets.public_path(frames),
        "query": scene.query(),
        "view": dict(view or {}),
        "grid": GRID,
        "stops": stops,
        "wide": layout.wide,
        "main": main,
        "side": side,
        "below": below,
    }
    if layout.question:
        data["question"] = layout.question
    if home is not None:
        data["home"] = home.query()
    if group:
        data |= {"group": group.leader, "of_group": group.sliders}
    if group and group.leader != name:
        data["leads"] = False
        return mount(name, data, set(), layout.step_words)
    written_words = {*written_words, *(view or {})}
    if group:
        data["server_boxes"] = list(group.server_boxes)
    return mount(name, data, written_words, layout.step_words)


def _fields_of(items: Sequence[Item]) -> set[str]:
    """Return the fields of the scene, and the other words of the address, that these items set."""
    names = {item.along for item in items if isinstance(item, Slider)}
    names |= {item.field for item in items if isinstance(item, Choice)}
    names |= {"edits"} if any(map(editable_points.is_editable, items)) else set()
    options = [option for item in items for option in getattr(item, "options", ())]
    names |= {name for option in options for name in option.get("fields", ())}
    # On a full screen, a key switches between the data sets, so the page writes `data` too.
    if hidden_controls.fills_screen():
        names |= {"data"}
    # Another choice of data may change these fields too.
    names |= {*SAMPLE, "edits"} if "data" in names else set()
    return names


def should_draw_rest() -> bool:
    """Return whether a first picture has been drawn, and the link does not hide the parts below."""
    return first_is_seen() and not hidden_controls.is_hidden("text")


def first_is_seen() -> bool:
    """Return whether a first picture has been drawn, in this session or in the lost one that it
    replaces."""
    import streamlit as st

    return bool(st.session_state.get(SEEN_KEY)) or is_reconnected()


def is_reconnected() -> bool:
    """Return whether an open page has reconnected after its session was lost.

    This happens when its server restarts or another replica takes over. A header of Streamlit's web
    socket then names the lost session, after the protocol and the token. The page keeps its
    content, and removes what the next run omits.
    """
    import streamlit as st

    return (st.context.headers.get(_PROTOCOL) or "").count(",") >= 2


def mount_static(name: str, *items: Item) -> Any:
    """Draw an element that has neither a scene nor a sweep; return its triggers."""
    data: dict[str, Any] = {"query": "", "view": {}, "frames": None, "side": [], "below": []}
    data["main"] = list(items)
    return mount(name, data, set())


def mount(
    name: str,
    data: dict[str, Any],
    written_words: set[str],
    step_words: Mapping[str, str] | None = None,
) -> Any:
    """Draw an element and return its triggers; its items are the data's `main`, `side` and `below`.

    `written_words`: the words that the component may write into the address; `address_names` in the
    data: the names of these words in the address, where they differ. `step_words`: as in
    `Layout`.
    """
    import streamlit as st

    data = data | {
        place: [as_json(item) for item in data[place]] for place in ("main", "side", "below")
    }
    page_snapshot.keep(name, data, step_words)
    all_items = flatten_json([*data["main"], *data["side"], *data["below"]])
    data = hidden_controls.filter_items(data, hidden_controls.words())
    data |= {"save": not (hidden_controls.is_hidden("take_away") or hidden_controls.fills_screen())}
    placed_items = [*data["main"], *data["side"], *data["below"]]
    items = flatten_json(placed_items)
    actions = [item["name"] for item in all_items if item["kind"] == "action"]
    actions += [item["asks"] for item in all_items if "asks" in item]
    nothing: dict[str, Any] = {f"on_{action}_change": _do_nothing for action in actions}
    words_in_query = words_of(data["query"])
    sliders = [item["along"] for item in items if item["kind"] == "slider"]
    sliders += [slider["along"] for slider in data.get("carried", ())]
    follows = data.get("group", name) != name
    if of_group := data.pop("of_group", ()):
        carried = [slider for slider in of_group if slider["along"] not in sliders]
        data["carried"] = [*data.get("carried", ()), *carried]
        sliders += [slider["along"] for slider in carried]
    first = "" if follows else next((along for along in sliders if along in words_in_query), "")
    leads = data.pop("leads", bool(data["frames"]))
    data |= {"name": name, "first": first} | _files(_views(placed_items), leads, follows)
    data["waiting"] = leads and not first_is_seen()
    if written_words:
        data["written_words"] = sorted(written_words)
    names = data.get("address_names", {})
    kind, script = ("kernel_live_follows", MOUNT_SCRIPT) if follows else ("kernel_live", _SCRIPT)
    renderer = st.components.v2.component(kind, js=script, isolate_styles=False)
    return renderer(
        key=name,
        data=as_list(pack_sweeps(data)),
        on_state_change=lambda: _write_released_value(name, written_words, names),
        on_ready_change=_draw_rest,
        **nothing,
    )


def _files(views: Iterable[Json], leads: bool, follows: bool) -> dict[str, Any]:
    """Return the addresses of the files, and the colours, that an element with these views needs.

    `follows`: the element belongs to a group whose leader is drawn before it. It omits what the
    leader has named, since each run of the page sends this data again. `leads`: the scripts that
    all elements share are listed too, since no earlier element need have loaded them.
    """
    kinds = frozenset(item["kind"] for item in views)
    modules = {kind: static_assets.url(static_assets.modules()[kind]) for kind in sorted(kinds)}
    files = {"module": static_assets.url(static_assets.ELEMENT), "modules": modules}
    if follows:
        return files
    known = () if leads else static_assets.scripts(frozenset())
    preload = [path for path in static_assets.scripts(kinds) if path not in known]
    style = static_assets.url(static_assets.LIVE_STYLE)
    return files | {"preload": preload, "style": style, "palette": SCRIPT_THEMES}


def _views(items: Iterable[Json]) -> list[Json]:
    """List the items that become views: each group is replaced by its items."""
    return [
        view
        for item in items
        for view in (_views(item["items"]) if item["kind"] == "group" else [item])
    ]


def _draw_rest() -> None:
    """Draw the parts below the first picture once the picture is drawn, see `should_draw_rest`.

    Code and formulas need a megabyte of Streamlit's scripts, which would delay the picture. If the
    page has named the fragments with such parts, only these run; else the whole page runs.
    """
    import streamlit as st

    if not st.session_state.get(SEEN_KEY):
        st.session_state[SEEN_KEY] = True
        st.rerun(st.session_state.get(PARTS) or "app")


def _do_nothing() -> None:
    """Do nothing, as the callback of a trigger: Streamlit reports only triggers with a callback."""


def _write_released_value(
    name: str, written_words: set[str], names: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Write into the address the settings of an element whose control was released; the next run
    checks them."""
    import streamlit as st

    state_words = words_of(st.session_state[name]["state"] or "")
    new_words = {
        names.get(key, key): text for key, text in state_words.items() if key in written_words
    }
    # An unchanged step is not written, so that it keeps its place in the address.
    if (
        state_words.get("step", "") != st.query_params.get("step", "")
        and "step" not in written_words
    ):
        new_words |= {"step": state_words["step"]} if "step" in state_words else {}
    new_words |= {
        old_name: "" for old_name in names if st.query_params.get(old_name, "").isdigit()
    }  # clear the names that an older link uses
    if any(st.query_params.get(key, "") != text for key, text in new_words.items()):
        kept_words = {key: text for key, text in st.query_params.items() if key not in new_words}
        st.query_params.from_dict(
            kept_words | {key: text for key, text in new_words.items() if text}
        )
