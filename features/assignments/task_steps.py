"""Choose the steps that a task shows where it names none."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from features.assignments.assignment import Task
from lab.course import page_declaration
from lab.scene.scene import SAMPLE, words_of
from lab.ui.editable_points import editable, is_editable
from lab.ui.items import Choice, Item, Slider
from lab.ui.steps.step import Picture


def steps_of(task: Task) -> tuple[str, ...]:
    """The step that the task names, else that whose picture has the controls of all that may be
    changed; where no step has them all, the fewest that do. One of them shows the scene itself, not
    one of its own. Empty on a page without steps."""
    if task.step:
        return (task.step,)
    return steps_with_controls(task.page, frozenset(task.change), task.start.query())


@lru_cache(maxsize=256)
def steps_with_controls(page: str, change: frozenset[str], query: str) -> tuple[str, ...]:
    """The steps of a page whose pictures have controls for these fields of a scene."""
    declared, fixed = page_declaration.pages()[page], words_of(query)
    fixed = {name: text for name, text in fixed.items() if name not in change}
    first = page_declaration.first_shown(page)
    order = sorted(declared.steps, key=lambda step: step.name != first)
    words = defaultdict[str, str](str)  # controls are the same, however a picture is shown
    controls: dict[str, set[str]] = {}
    of_scene: list[str] = []
    for step in order:
        pictures = step.pictures(declared.scene, words) if step.pictures else ()
        shared = [picture for picture in pictures if picture.is_shared]
        if shared:
            controls[step.name] = set().union(*(_controls(picture, fixed) for picture in shared))
        if any(item.with_ is None for picture in shared for item in picture.main):
            of_scene.append(step.name)
    missing, chosen = change - {*SAMPLE}, list[str]()
    while controls:
        best = max(controls, key=lambda name: len(controls[name] & missing))
        if chosen and not controls[best] & missing:
            break
        chosen.append(best)
        missing -= controls.pop(best)
    if not {*of_scene} & {*chosen}:
        chosen += of_scene[:1]
    return tuple(step.name for step in order if step.name in chosen)


def _controls(picture: Picture, fixed: dict[str, str]) -> set[str]:
    """The fields that a picture has controls for, by their names in the address, where these
    fields have these values."""
    names = picture.data.get("address_names", {})
    placed = editable([*picture.main, *picture.side, *picture.below])
    return {names.get(name, name) for name in _set_by(placed, fixed)}


def _set_by(items: Iterable[Item], fixed: dict[str, str]) -> Iterator[str]:
    for item in items:
        if any(fixed.get(name, values[0]) not in values for name, values in _when(item)):
            continue
        yield from _set_by(item.inner, fixed)
        if isinstance(item, Slider):
            yield item.along
        if is_editable(item):
            yield "edits"
        if isinstance(item, Choice):
            yield item.field
            options = [option.get("fields", {}) for option in item.options]
            for name in {name for fields in options for name in fields}:
                if len({fields[name] for fields in options if fields.get(name)}) > 1:
                    yield name


def _when(item: Item) -> Iterable[tuple[str, Sequence[str]]]:
    """The fields that have to have one of some values for an item to be there."""
    kernels = getattr(item, "kernels", None)
    return {**(item.when or {}), **({"kernel": kernels} if kernels else {})}.items()
