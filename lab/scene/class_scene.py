"""The scene of many classes: as `lab.scene.scene`, over the table CLASS_FIELDS.

    data=blobs&classes=3&m=150&seed=0&noise...&kernel=rbf&tau=0.4&loss=hinge&lam=0.05&risk=sum&...

`parse` never raises: what it cannot use becomes a Problem in words, and the other fields are kept.
"""

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from lab.scene import class_point_edits
from lab.scene.class_fields import CLASS_FIELDS, most_classes, usual_classes
from lab.scene.fields import OWN, Field, everywhere
from lab.scene.samples.class_sample import ClassSample, sample, unedited
from lab.scene.scene import (
    FieldScene,
    Problem,
    Query,
    SceneError,
    check_length,
    no_points,
    not_allowed,
    read_one,
    split,
    visible,
)

# What says which sample it is that `edits` speaks of.
SAMPLE = ("data", "points", "classes", "m", "seed", "noise")
_WHOLE = {name for name, f in CLASS_FIELDS.items() if f.always and f.applies is everywhere}
_DEFAULTS = {name: field.default for name, field in CLASS_FIELDS.items()}


@dataclass(frozen=True)
class ClassScene(FieldScene):
    """Everything that a picture of many classes depends on; the fields are those of CLASS_FIELDS.

    A field that does not apply stands at its default. Raises SceneError for a value that is not
    allowed, for more classes than the data have, for a tree or a classifier of other classes, and
    for edits that leave a class without a point.
    """

    table = CLASS_FIELDS
    punctuation = ",;()"

    data: str = _DEFAULTS["data"]
    points: str = _DEFAULTS["points"]
    classes: int = _DEFAULTS["classes"]
    m: int = _DEFAULTS["m"]
    seed: int = _DEFAULTS["seed"]
    noise: float = _DEFAULTS["noise"]
    kernel: str = _DEFAULTS["kernel"]
    tau: float = _DEFAULTS["tau"]
    degree: int = _DEFAULTS["degree"]
    c: float = _DEFAULTS["c"]
    formula: str = _DEFAULTS["formula"]
    loss: str = _DEFAULTS["loss"]
    lam: float = _DEFAULTS["lam"]
    risk: str = _DEFAULTS["risk"]
    intercept: int = _DEFAULTS["intercept"]
    tree: str = _DEFAULTS["tree"]
    ties: str = _DEFAULTS["ties"]
    draw: int = _DEFAULTS["draw"]
    edits: str = _DEFAULTS["edits"]
    inside: str = _DEFAULTS["inside"]

    def __post_init__(self):
        values = self.checked()
        values = {
            name: values[name] if field.applies(values) else field.default
            for name, field in CLASS_FIELDS.items()
        }
        for name in ("points", "classes", "tree", "inside", "edits"):
            if problem := _unfit(name, values):
                raise SceneError(problem)
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def tie_rule(self) -> str:
        """The scene's `ties` as kernel_core calls it; a link's word for random draws is chance."""
        return "random" if self.ties == "chance" else self.ties

    @property
    def sample(self) -> ClassSample:
        """The data, edited."""
        values = vars(self)
        return sample(*(values[part] for part in (*SAMPLE, "edits")))


def replace(scene: ClassScene, **changes: Any) -> ClassScene:
    """`scene` with some fields changed. Other data begin with their own number of classes, another
    number of classes with a tree by a word, another sample without edits.

    Raises SceneError for a value that is not allowed.
    """
    data, points = (changes.get(name, getattr(scene, name)) for name in SAMPLE[:2])
    if (data, points) != (scene.data, scene.points):
        points = points if data == OWN else ""
        changes = {"points": points, "classes": usual_classes(data, points)} | changes
    if changes.get("classes", scene.classes) != scene.classes:
        changes = {"tree": _DEFAULTS["tree"], "inside": ""} | changes
    if any(changes.get(name, getattr(scene, name)) != getattr(scene, name) for name in SAMPLE):
        changes = {"edits": ""} | changes
    return dataclasses.replace(scene, **changes)


def parse(
    query: Query,
    *,
    default: ClassScene | None = None,
    previous: ClassScene | None = None,
    ignore: Collection[str] = (),
) -> tuple[ClassScene, list[Problem]]:
    """The scene that `query` describes, and what was wrong with it. Never raises.

    Fields that are not given are as in `default`; a field that can't be used keeps its value in
    `previous` (by default the same scene) where that fits, else its usual one. What is not given of
    tree, inside and edits is taken over only where it speaks of the same classes and points.
    """
    default = default or ClassScene()
    previous = previous or default
    given, trouble = split(query)
    if trouble:
        return previous, [trouble]
    given = {name: texts for name, texts in given.items() if name not in ignore}
    problems = [_unknown(name) for name in given if name not in CLASS_FIELDS][:8]
    if set(given) >= _WHOLE:  # what a whole scene leaves out is usual, and not a page's own
        default = ClassScene()
    given, unread = _own_or_not(given)
    problems += unread
    values, faulty = dict(_DEFAULTS), {}
    for name, field in CLASS_FIELDS.items():
        try:
            if name in given:
                values[name] = read_one(field, given[name])
            else:
                values[name] = _taken_over(name, values, default)
            if problem := _unfit(name, values):
                raise SceneError(problem)
        except SceneError as error:
            if name in given:
                faulty[name] = error.problem
            values[name] = _taken_over(name, values, previous)
            if _unfit(name, values):
                values[name] = _usual(name, values)
    scene = ClassScene(**values)
    return scene, problems + [_with_kept_value(problem, scene) for problem in faulty.values()]


def _own_or_not(given: dict[str, list[str]]) -> tuple[dict[str, list[str]], list[Problem]]:
    """What is given, without own data that cannot be read, and why they cannot."""
    if given.get("data") != [OWN]:
        return given, []
    try:
        if read_one(CLASS_FIELDS["points"], given.get("points", [""])):
            return given, []
        problem = no_points()
    except SceneError as error:
        problem = error.problem
    return {name: texts for name, texts in given.items() if name not in (*SAMPLE[:3], "edits")}, [
        problem
    ]


def parse_strict(query: Query, *, ignore: Collection[str] = ()) -> ClassScene:
    """As `parse`, but raises SceneError with the first problem."""
    scene, problems = parse(query, ignore=ignore)
    if problems:
        raise SceneError(problems[0])
    return scene


def _usual(name: str, values: dict[str, Any]) -> Any:
    if name == "classes":
        return usual_classes(values["data"], values["points"])
    return _DEFAULTS[name]


def _taken_over(name: str, values: dict[str, Any], other: ClassScene) -> Any:
    """The other scene's value, if it speaks of the same thing; `values` holds all fields before."""
    needs = {"points": SAMPLE[:1], "classes": SAMPLE[:2], "edits": SAMPLE}
    needs |= {"tree": SAMPLE[:3], "inside": SAMPLE[:3]}
    if all(values[need] == getattr(other, need) for need in needs.get(name, ())):
        return getattr(other, name)
    return _usual(name, values)


def _unfit(name: str, values: dict[str, Any]) -> Problem | None:
    """Why a value that is allowed in itself does not go with the fields before it."""
    field, value, C = CLASS_FIELDS[name], values[name], values["classes"]
    given = field.text(value)
    if name == "points" and values["data"] == OWN and not value:
        return no_points()
    try:
        if name == "classes" and value > (most := most_classes(values["data"], values["points"])):
            raise ValueError(f"a whole number from {field.low} to {most} for {values['data']}")
        if name in ("tree", "inside"):
            field.within(value, C)
        if name == "edits" and value:
            own = unedited(*(values[part] for part in SAMPLE))
            class_point_edits.read(value).check(own.y, C, CLASS_FIELDS["m"].high)
            check_length(values)
    except ValueError as error:
        if name != "tree":
            return not_allowed(field, given, error)
        message = f"tree “{visible(given)}” can't be used. {error}"
        return Problem(name, visible(given), field.allowed, message)
    return None


def _with_kept_value(problem: Problem, scene: ClassScene) -> Problem:
    field: Field = CLASS_FIELDS[problem.field]
    if not field.applies(vars(scene)):
        return problem
    kept = visible(field.text(getattr(scene, field.name)))
    stays = f"It stays at {kept}." if kept else "It stays empty."
    return dataclasses.replace(problem, message=f"{problem.message} {stays}")


def _unknown(name: str) -> Problem:
    close = get_close_matches(name[:80], CLASS_FIELDS, n=1)
    advice = f"perhaps {close[0]} is meant" if close else f"it has {', '.join(CLASS_FIELDS)}"
    message = f"“{visible(name)}” is not a part of a scene of many classes; {advice}."
    return Problem(visible(name), visible(name), f"one of {', '.join(CLASS_FIELDS)}", message)
