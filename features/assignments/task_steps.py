"""Choose the steps to show for a task that names no step."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from features.assignments.assignment import Task
from lab.course import page_declaration
from lab.scene.scene import SAMPLE, words_of
from lab.ui.editable_points import is_editable, make_editable
from lab.ui.items import Choice, Item, Slider
from lab.ui.steps.step import Picture


def steps_of(task: Task) -> tuple[str, ...]:
    """Return the steps that a task shows; empty on a page without steps.

    If the task names a step, return that step. Otherwise return a step with controls for all
    changeable fields, or a few steps that together have controls for as many as possible. The
    fields of SAMPLE do not count. If none of these steps shows the page's scene, add one that
    does."""
    if task.step:
        return (task.step,)
    return steps_with_controls(task.page, frozenset(task.change), task.start.query())


@lru_cache(maxsize=256)
def steps_with_controls(page: str, change: frozenset[str], query: str) -> tuple[str, ...]:
    """Return a few steps of a page that together have controls for as many fields of `change` as
    possible, not counting those of SAMPLE.

    If none of these steps shows the page's scene, add one that does. `query` is the task's first
    scene: controls can depend on its fixed fields."""
    declaration, fixed_values = page_declaration.pages()[page], words_of(query)
    fixed_values = {name: text for name, text in fixed_values.items() if name not in change}
    first_step = page_declaration.first_visible_step(page)
    steps = sorted(declaration.steps, key=lambda step: step.name != first_step)
    words = defaultdict[str, str](str)  # the controls do not depend on the words of the address
    controls: dict[str, set[str]] = {}
    scene_steps: list[str] = []
    for step in steps:
        pictures = step.pictures(declaration.scene, words) if step.pictures else ()
        shared_pictures = [picture for picture in pictures if picture.is_shared]
        if shared_pictures:
            controls[step.name] = set().union(
                *(_controls(picture, fixed_values) for picture in shared_pictures)
            )
        if any(item.with_ is None for picture in shared_pictures for item in picture.main):
            scene_steps.append(step.name)
    missing_fields, step_names = change - {*SAMPLE}, list[str]()
    while controls:
        best_step = max(controls, key=lambda name: len(controls[name] & missing_fields))
        if step_names and not controls[best_step] & missing_fields:
            break
        step_names.append(best_step)
        missing_fields -= controls.pop(best_step)
    if not {*scene_steps} & {*step_names}:
        step_names += scene_steps[:1]
    return tuple(step.name for step in steps if step.name in step_names)


def _controls(picture: Picture, fixed_values: dict[str, str]) -> set[str]:
    """Return the fields that a picture has controls for, by their names in the address.

    `fixed_values`: the values of fields that may not be changed, on which controls can depend."""
    names = picture.data.get("address_names", {})
    placed_items = make_editable([*picture.main, *picture.side, *picture.below])
    return {names.get(name, name) for name in _settable_fields(placed_items, fixed_values)}


def _settable_fields(items: Iterable[Item], fixed_values: dict[str, str]) -> Iterator[str]:
    for item in items:
        if any(
            fixed_values.get(name, values[0]) not in values
            for name, values in _required_values(item)
        ):
            continue
        yield from _settable_fields(item.inner, fixed_values)
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


def _required_values(item: Item) -> Iterable[tuple[str, Sequence[str]]]:
    """Return the fields on which an item depends, each with the values for which it is shown."""
    kernels = getattr(item, "kernels", None)
    return {**(item.when or {}), **({"kernel": kernels} if kernels else {})}.items()
