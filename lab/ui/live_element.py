"""The live element: views, sliders, switches and read-outs that move together under a drag.

A page says what it wants, item by item, and where: `main` beside `side`, `below` under both.
The element plays sweeps from `GET /frames`; when the hand lets go it tells the page, which
reruns the fragment that holds it and writes the new setting into the address.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st

import kernel_core as kc
from lab.endpoints import static_assets
from lab.scene.class_scene import ClassScene
from lab.scene.fields import FIELDS, KERNELS, Number, has_parameter
from lab.scene.scene import SAMPLE, Scene, split
from lab.scene.slider_stops import DEFAULT_COUNT, usual_stops
from lab.ui import editable_points, hidden_controls, page_snapshot
from lab.ui.editable_points import points_bar as points_bar
from lab.ui.palette import THEMES

SEEN = "picture-seen"  # in the session's state, once a first picture has been drawn
GRID = 81
PANEL_GRID = 41

Item = dict[str, Any]

# The newline matters: Streamlit takes a script without one for the name of a file.
_SCRIPT = """
export default function (component) {
  const { data, parentElement } = component;
  let gone = false, module;
  const first = !parentElement.querySelector("[data-live]");
  if (first) for (const href of data.preload)
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  let url, answer;
  if (first && data.frames && data.first) {
    const scene = `${data.frames}?${new URLSearchParams(data.query)}`;
    url = `${scene}&along=${data.first}&stops=${data.stops}&grid=${data.grid}`;
    answer = fetch(url);
    answer.catch(() => {});   // the player says so when it wants it
  }
  import(new URL(data.module, document.baseURI)).then((loaded) => {
    module = loaded;
    if (url) module.expect(url, answer);
    if (!gone) module.mount(component);
  }, () => {
    parentElement.textContent = "The picture needs a browser with JavaScript modules, and the"
      + " app's own files, which did not arrive. Reload the page; if this stays, use a current"
      + " version of Firefox, Chrome, Edge or Safari.";
  });
  return () => { gone = true; module?.unmount(parentElement); };
}
"""


TAU_TICKS = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4)
LAM_TICKS = (5e-6, 5e-5, 5e-4, 5e-3, 0.05, 0.5, 5, 50)
_LOSSES = [kc.LOSSES[name] for name in FIELDS["loss"].choices]
# Only ASCII letters are made large at the beginning: ε stays what it is.
LOSS_NAMES = {
    loss.name: loss.label[0].upper() + loss.label[1:] if loss.label.isascii() else loss.label
    for loss in _LOSSES
}
LOSSES_OF_THE_NOTES = tuple(loss.name for loss in _LOSSES if loss.in_notes)


def slider(along: str, label: str, ticks: Sequence[float]) -> Item:
    """A live slider along tau or lam: evenly spaced in log, typed values welcome."""
    field = FIELDS[along]
    assert isinstance(field, Number)
    item: Item = {"kind": "slider", "along": along, "symbol": field.symbol, "label": label}
    item |= {"low": field.low, "high": field.high, "ticks": list(ticks)}
    item["stops"] = usual_stops(along, DEFAULT_COUNT).tolist()
    if along == "lam":
        item["cost"] = 1.0  # C = 1/λ for summed losses; shown beside λ
    return item


def tau_slider() -> Item:
    """τ, for the kernels that have one."""
    kernels = [name for name in KERNELS if has_parameter(name, "tau")]
    return when(slider("tau", "bandwidth", TAU_TICKS), kernel=kernels)


def lam_slider() -> Item:
    return slider("lam", "regularisation", LAM_TICKS)


def c_slider() -> Item:
    """λ under its other name: C = 1/λ, from soft to hard."""
    return lam_slider() | {"symbol": "C", "label": "price of slack", "reciprocal": True}


def loss_switch() -> Item:
    """Every loss, where the page asks about losses."""
    return switch("loss", LOSS_NAMES)


def short_loss_switch(chosen: str) -> Item:
    """The losses of the notes, and the one that the link brings: every option costs a sweep."""
    few = {name: LOSS_NAMES[name] for name in LOSSES_OF_THE_NOTES}
    return switch("loss", few | {chosen: LOSS_NAMES[chosen]})


def plane(label: str, **more: Any) -> Item:
    """The plane. `edit`: its points can be moved, added and erased, as in `live` they can unless
    this is False; `slope`: a point tells the
    slope of the loss at its margin; `levels`: which level lines, as {"f": ..., "label": ...};
    `small`: one of several, side by side; `bump`: one bump is always marked."""
    return {"kind": "plane", "label": label} | more


def tools(**more: Any) -> Item:
    """The bar of tools for the points, open, where a page wants it; see
    `lab.ui.editable_points`."""
    return editable_points.points_bar(open=True, **more)


def panels(along: str, values: Sequence[float], title: str = "", **fields: str) -> Item:
    """A row of small planes at fixed values of one slider; a click on one goes there. `fields`:
    what of the scene the row changes, where it does."""
    item = {"kind": "panels", "along": along, "values": list(values), "grid": PANEL_GRID}
    return item | {"title": title, "fields": fields}


def switch(field: str, labels: Mapping[str, str], helps: Mapping[str, str] | None = None) -> Item:
    """A row of buttons for a field of the scene; every option is fetched while idle."""
    options = [
        {"value": value, "label": label, "help": (helps or {}).get(value, "")}
        for value, label in labels.items()
    ]
    return {"kind": "choice", "field": field, "label": FIELDS[field].label, "options": options}


def look(
    field: str, label: str, labels: Mapping[str, str], needs: Mapping[str, str] | None = None
) -> Item:
    """A row of buttons for how the picture is shown; no part of the scene, but of the link.

    `needs` names, for an option, the tensor without which it has nothing to show.
    """
    options = [
        {"value": value, "label": text, "needs": (needs or {}).get(value, "")}
        for value, text in labels.items()
    ]
    return {"kind": "choice", "view": True, "field": field, "label": label, "options": options}


def bayes_look() -> Item:
    """Figure 5: the Bayes-optimal boundary over the learned one, or alone."""
    names = {"both": "Both", "fit": "Learned", "bayes": "Optimal (Figure 5)"}
    return look("show", "What the plane shows", names, needs={"bayes": "bayes"})


def readouts(*rows: Item) -> Item:
    return {"kind": "readouts", "rows": list(rows)}


def row(tensor: str, label: str, format: str, note: str = "", **more: str) -> Item:
    """One number of the shown frame. `format` is percent, number, power or count.

    `optional`: only where the frame has it.
    """
    return {"tensor": tensor, "label": label, "format": format, "note": note} | more


def basic_rows() -> list[Item]:
    """The numbers beside every picture of a fit."""
    return [
        row("support", "Support vectors", "count"),
        row("train_error", "Training error", "percent"),
        row("test_error", "Test error", "percent", beside="bayes_error", besideLabel="Bayes"),
        row("primal", "Objective", "number", "J"),
        row("gap", "Proved within", "power", "duality gap"),
    ]


def error_curve() -> Item:
    """Training, test and Bayes error along the slider that moves."""
    series = [
        {"tensor": "test_error", "label": "test", "tone": "negative", "at": 0.12},
        {
            "tensor": "train_error",
            "label": "training",
            "tone": "positive",
            "at": 0.8,
            "below": True,
        },
        {
            "tensor": "bayes_error",
            "label": "Bayes",
            "tone": "muted",
            "at": 0.01,
            "dash": [2, 3],
            "below": True,
        },
    ]
    label = "Training, test and Bayes error along the slider"
    return {"kind": "curve", "series": series, "format": "percent", "label": label, "least": 0.15}


def function_curve(label: str, x: str, series: Sequence[Item], **more: Any) -> Item:
    """One or more functions for each stop, redrawn as the slider moves."""
    return {"kind": "curve", "label": label, "x": x, "series": list(series)} | more


def slice_view(label: str) -> Item:
    return {"kind": "slice", "label": label}


def heading(text: str, lead: str = "") -> Item:
    return {"kind": "heading", "text": text, "lead": lead}


def of(item: Item, **fields: Any) -> Item:
    """The item for the same scene with some fields changed: another loss, another kernel."""
    return item | {"with": {name: str(value) for name, value in fields.items()}}


def titled(item: Item, title: str) -> Item:
    return item | {"title": title}


def stack(*items: Item) -> Item:
    """Views one under the other, as one."""
    return {"kind": "group", "items": list(items), "stacked": True}


def four(*items: Item) -> Item:
    """Four small views in one row."""
    return {"kind": "group", "items": list(items)}


def space(label: str, parts: Sequence[Item], **more: Any) -> Item:
    """A view in space that a hand turns; `lab.ui.scene3d_items` has its parts. `says`: a sentence,
    or one for each stop, that tells the picture in words, with {tensor} for numbers of the shown
    frame; `axes`: see `lab.ui.scene3d_items`; `home`: (azimuth, height) of the eye in degrees;
    `turn`: the view word that keeps where it was turned to; `reach`: {"centre", "radius"} of the
    ball that is shown, else of all stops; `zoom`: how much nearer than that; `stretch`: a factor
    for each axis."""
    return {"kind": "space", "label": label, "parts": list(parts)} | more


def crowd(shift: tuple[float, float]) -> Item:
    """A button for all points at once: pushed aside by `shift`."""
    return {"kind": "crowd", "shift": shift}


def rate() -> Item:
    """How often the server answers while a point is in the hand."""
    return {"kind": "rate"}


def bars(label: str, **parts: str) -> Item:
    """A stacked bar: tensors by name, with their labels; tones are the palette's own."""
    tones = ("accent", "squared", "logistic")
    named = [
        {"tensor": tensor, "label": text, "tone": tone}
        for (tensor, text), tone in zip(parts.items(), tones, strict=False)
    ]
    return {"kind": "bars", "label": label, "parts": named}


def half(item: Item) -> Item:
    """The item in half of the width; two of them stand side by side."""
    return item | {"half": True}


def beside(*items: Item) -> Item:
    """Two columns of views, the first one wider."""
    return {"kind": "group", "items": list(items), "shape": "kl-beside"}


def when(item: Item, **fields: Iterable[str]) -> Item:
    """The item for those scenes only whose fields have one of these values."""
    return item | {"when": {name: list(values) for name, values in fields.items()}}


def for_rbf(item: Item) -> Item:
    """The item for the kernel with a bandwidth only."""
    return when(item, kernel=("rbf",))


def option(
    value: str, label: str, *, also: Iterable[str] = (), help: str = "", **fields: str
) -> Item:
    """An option of `options_of`: it stands for `also` too, and brings other fields along ("" is
    what this option leaves out)."""
    return {"value": value, "label": label, "help": help, "also": list(also), "fields": fields}


def options_of(field: str, *options: Item) -> Item:
    """A switch whose options change more than one field."""
    item = {"kind": "choice", "field": field, "label": FIELDS[field].label}
    return item | {"options": list(options)}


def link(href: str, label: str) -> Item:
    return {"kind": "link", "href": href, "label": label}


def legend(**marks: str) -> Item:
    return {"kind": "legend", "marks": [{"mark": m, "label": label} for m, label in marks.items()]}


def plane_legend() -> Item:
    return legend(
        positive="positive",
        negative="negative",
        zero="f(x) = 0",
        margin="f(x) = ±1",
        ring="support vector",
        bayes="Bayes-optimal",
    )


def action(name: str, label: str, help: str = "") -> Item:
    """A button that asks the page for something: `live` returns its name where it was pressed."""
    return {"kind": "action", "name": name, "label": label, "help": help}


def live(
    name: str,
    scene: Scene | ClassScene,
    *,
    main: Sequence[Item],
    side: Sequence[Item] = (),
    below: Sequence[Item] = (),
    view: Mapping[str, str] | None = None,
    wide: bool = False,
    frames: str = "frames",
    stops: int = DEFAULT_COUNT,
    alone: Mapping[str, Any] | None = None,
) -> Any:
    """Put the element on the page; returns its triggers. Call it inside an `st.fragment`.

    `view` holds what belongs to the picture but not to the scene (the chosen point, overlays).
    Its names, and the scene's fields that have a slider or a switch here, are written into the
    address when the learner lets go. `wide`: `main` takes most of the width. `frames` is the
    route of the sweeps, which have `stops` stops. `alone`: the `main`, `side` and `lead` of a
    handout, where they are others than here; see `lab.handout`.
    """
    main, side, below = editable_points.with_bar(
        [editable_points.editable(place) for place in (main, side, below)]
    )
    items = _flat([*main, *side, *below])
    moved = {item["along"] for item in items if item["kind"] == "slider"}
    moved |= {item["field"] for item in items if item["kind"] == "choice"}
    moved |= {"edits"} if any(item.get("edit") for item in items) else set()
    options = [option for item in items for option in item.get("options", ())]
    moved |= {name for option in options for name in option.get("fields", ())}
    moved |= (
        {"data"} if hidden_controls.lecture() else set()
    )  # a key of the lecture view goes through them
    moved |= {*SAMPLE, "edits"} if "data" in moved else set()  # what speaks of one sample
    data = {
        "frames": static_assets.public_path(frames),
        "query": scene.query(),
        "view": dict(view or {}),
        "grid": GRID,
        "stops": stops,
        "wide": wide,
        "main": main,
        "side": side,
        "below": below,
    } | ({"alone": dict(alone)} if alone else {})
    return mount(name, data, moved | set(view or {}))


def after(asked: Any, draw: Callable[[], None]) -> None:
    """Draw what lies below the fold, but only once the first picture is there.

    Code and formulas bring a megabyte of Streamlit's own scripts, which would come before it.
    """
    then_rest(asked)
    if rest_is_due():
        draw()


def then_rest(asked: Any) -> None:
    """As `after`, for a page whose lower parts are no part of the fragment: once the first picture
    is there the whole page runs again, and `rest_is_due` tells it to go on.
    """
    if asked.ready and not st.session_state.get(SEEN):
        st.session_state[SEEN] = True
        st.rerun()


def rest_is_due() -> bool:
    """Whether a first picture has been drawn, and the link does not leave out what follows."""
    return bool(st.session_state.get(SEEN)) and not hidden_controls.hidden("text")


def inline(
    name: str,
    along: str,
    value: float,
    sweep: dict[str, Any],
    *,
    main: Sequence[Item],
    side: Sequence[Item] = (),
    view: Mapping[str, str] | None = None,
) -> Any:
    """An element whose one sweep travels with the page; `value` is where its slider stands.

    `view` holds what else of it belongs to the link, as for `live`; returns its triggers.
    """
    words = dict(view or {})
    data = {"query": f"{along}={value:g}", "view": words, "frames": None, "sweep": sweep}
    return mount(
        name, data | {"main": list(main), "side": list(side), "below": []}, {along, *words}
    )


def mount(name: str, data: dict[str, Any], moved: set[str]) -> Any:
    """The component itself; `moved` names what it may write into the address."""
    renderer = st.components.v2.component(
        "kernel_live", css=static_assets.live_style(), js=_SCRIPT, isolate_styles=False
    )
    page_snapshot.keep(name, data)
    data.pop("alone", None)  # what a file of it shows; the page has no use for it
    whole = _flat([*data["main"], *data["side"], *data["below"]])  # a page asks for any action
    data = hidden_controls.filtered(data, hidden_controls.words())
    data |= {"save": not (hidden_controls.hidden("take_away") or hidden_controls.lecture())}
    placed = [*data["main"], *data["side"], *data["below"]]
    items = _flat(placed)
    actions = [item["name"] for item in whole if item["kind"] == "action"]
    actions += [item["asks"] for item in whole if "asks" in item]
    nothing: dict[str, Any] = {f"on_{action}_change": _nothing for action in [*actions, "ready"]}
    named = {name for name, _ in parse_qsl(data["query"])}  # a kernel may have no τ to go along
    sliders = [item["along"] for item in items if item["kind"] == "slider"]
    sliders += [slider["along"] for slider in data.get("carried", ())]
    first = next((along for along in sliders if along in named), "")
    data |= {
        "name": name,
        "module": static_assets.url(static_assets.ELEMENT),
        "palette": THEMES,
        "first": first,
    }
    kinds = frozenset(item["kind"] for item in _views(placed))
    data["modules"] = {
        kind: static_assets.url(static_assets.modules()[kind]) for kind in sorted(kinds)
    }
    data["preload"] = static_assets.scripts(kinds)
    data["waiting"] = data.pop("leads", bool(data["frames"])) and not st.session_state.get(SEEN)
    return renderer(key=name, data=data, on_state_change=lambda: _let_go(name, moved), **nothing)


def _flat(items: Iterable[Item]) -> list[Item]:
    """All items, those inside groups too."""
    return [one for item in items for one in (item, *_flat(item.get("items", ())))]


def _views(items: Iterable[Item]) -> list[Item]:
    """The items that become views of their own: what a view holds inside is its own affair."""
    return [
        one
        for item in items
        for one in (_views(item["items"]) if item["kind"] == "group" else [item])
    ]


def _nothing() -> None:
    """Streamlit reports a trigger only where somebody listens."""


def _let_go(name: str, moved: set[str]) -> None:
    """The hand let go: what it set goes into the address, unread; the next run checks it."""
    given, _ = split(st.session_state[name]["state"] or "")
    new = {key: texts[0] for key, texts in given.items() if key in moved}
    if any(st.query_params.get(key, "") != text for key, text in new.items()):
        kept = {key: text for key, text in st.query_params.items() if key not in new}
        st.query_params.from_dict(kept | {key: text for key, text in new.items() if text})
