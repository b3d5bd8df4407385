"""The scene: everything a picture depends on, as a frozen value and as a query string.

    data=mixture&m=200&seed=0&kernel=rbf&tau=0.4&loss=hinge&lam=0.005&risk=sum&intercept=0

That string is the share link, the state of a page and the key of every cache. `parse` reads it
and never raises: what it cannot use becomes a Problem in words, and the other fields are kept.
Own points follow at the end where there are any: &edits=m17,0.52,-1.1;d12, see
`lab.scene.point_edits`.
"""

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, ClassVar, Self
from urllib.parse import parse_qsl, quote, urlencode

from lab.scene import own_points, point_edits
from lab.scene.fields import (
    FIELDS,
    MOST_ON_LINE,
    OWN,
    Field,
    Pair,
    everywhere,
    has_pairs,
    is_line,
    is_own,
    is_table,
)
from lab.scene.samples.real_datasets import TABLES, train_size
from lab.scene.samples.train_test_split import train_size as own_train_size
from lab.scene.samples.train_test_split import two_of

MAX_QUERY = 8 * 1024
MOST_OF_OWN = 6500  # characters of own points and their edits, so that the rest finds room
_MAX_GIVEN = 80
_MAX_UNKNOWN = 8

# What says which sample it is that `edits` speaks of.
SAMPLE = ("data", "points", "m", "seed", "noise", "features", "classes")
# What speaks of one source alone.
OF_SOURCE = ("features", "classes")

Query = str | bytes | Mapping[str, Any]


@dataclass(frozen=True)
class Problem:
    """What could not be used: the field, what was given, what is allowed, and a sentence."""

    field: str
    given: str
    allowed: str
    message: str


class SceneError(ValueError):
    """A scene that cannot be; `problem` says why."""

    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem

    def __reduce__(self):  # from one process to another
        return SceneError, (self.problem,)


def _default(name: str) -> Any:
    return FIELDS[name].default


@dataclass(frozen=True)
class FieldScene:
    """What scenes of two classes and of many have in common: a table of fields, by which they are
    checked and printed, and sliders."""

    table: ClassVar[Mapping[str, Field]]
    punctuation: ClassVar[str] = ",;"  # that stands as it is in an address

    def checked(self) -> dict[str, Any]:
        """The values as their fields have them. Raises SceneError."""
        values = dataclasses.asdict(self)
        for name, field in self.table.items():
            if isinstance(field, Pair) and values[name] == field.default:
                continue  # "" stands for the table's own classes
            try:
                values[name] = field.check(values[name])
            except ValueError as error:
                raise SceneError(not_allowed(field, str(values[name]), error)) from None
        return values

    def usual(self, name: str) -> Any:
        """The value that an address leaves out."""
        return self.table[name].default

    def at(self, along: str, value: float) -> Self:
        """The scene with its slider for `along`, tau or lam, at `value`."""
        change: dict[str, Any] = {along: float(value)}
        return dataclasses.replace(self, **change)

    def query(self) -> str:
        """The canonical query string: equal scenes have equal strings, and parse() undoes it."""
        values = dataclasses.asdict(self)
        printed = {
            name: field.text(values[name])
            for name, field in self.table.items()
            if field.applies(values) and (field.always or values[name] != self.usual(name))
        }
        return urlencode(printed, safe=self.punctuation, quote_via=quote)


@dataclass(frozen=True)
class Scene(FieldScene):
    """Everything that a picture depends on; the fields are those of `lab.scene.fields.FIELDS`.

    A field that does not apply (tau of a linear kernel, the noise of a table) always stands at
    its default, so that scenes with the same picture are equal. Raises SceneError for a value
    that is not allowed.
    """

    table = FIELDS

    data: str = _default("data")
    points: str = _default("points")
    m: int = _default("m")
    seed: int = _default("seed")
    noise: float = _default("noise")
    features: str = _default("features")
    classes: str = _default("classes")
    kernel: str = _default("kernel")
    tau: float = _default("tau")
    degree: int = _default("degree")
    c: float = _default("c")
    formula: str = _default("formula")
    loss: str = _default("loss")
    lam: float = _default("lam")
    risk: str = _default("risk")
    intercept: int = _default("intercept")
    learner: str = _default("learner")
    edits: str = _default("edits")

    def __post_init__(self):
        values = self.checked()
        if is_own(values) and not values["points"]:
            raise SceneError(no_points())
        for name, limit in _pair_limits(values).items():
            try:
                FIELDS[name].within(values[name], limit)
            except ValueError as error:
                raise SceneError(not_allowed(FIELDS[name], str(values[name]), error)) from None
        if problem := _too_many(values):
            raise SceneError(problem)
        settled = _settled(values)
        try:
            point_edits.read(settled["edits"]).check(_examples(settled), _most(settled))
            check_length(settled)
        except ValueError as error:
            raise SceneError(not_allowed(FIELDS["edits"], settled["edits"], error)) from None
        for name, value in settled.items():
            object.__setattr__(self, name, value)

    def usual(self, name: str) -> Any:
        return _usual(name, self.data)


def points_of(scene: Scene) -> Scene:
    """The scene with the same points and all else as usual: what is known of the points alone is
    kept for every scene that has them."""
    return Scene(**{name: getattr(scene, name) for name in (*SAMPLE, "edits")})


def replace(scene: Scene, **changes: Any) -> Scene:
    """`scene` with some fields changed. Another table starts with its own features and classes,
    another sample without edits.

    Raises SceneError for a value that is not allowed.
    """
    if any(changes.get(name, getattr(scene, name)) != getattr(scene, name) for name in SAMPLE[:2]):
        changes = {name: _default(name) for name in OF_SOURCE} | changes
    if any(changes.get(name, getattr(scene, name)) != getattr(scene, name) for name in SAMPLE):
        changes = {"edits": ""} | changes
    return dataclasses.replace(scene, **changes)


def parse(
    query: Query,
    *,
    default: Scene | None = None,
    previous: Scene | None = None,
    ignore: Collection[str] = (),
    sources: Collection[str] = FIELDS["data"].choices,
) -> tuple[Scene, list[Problem]]:
    """The scene that `query` describes, and what was wrong with it. Never raises.

    `query` is a query string, or a mapping from names to a value or a list of values (such as
    Streamlit's query_params). Fields that are not given are as in `default` (a page has its own
    first scene), unless the text is that of a whole scene; a field that can't be used keeps its
    value in `previous` (by default the same scene). Edits are taken from either only for the
    sample that they speak of. Names in `ignore` belong to somebody else. `sources` are the data
    that a page can show.
    """
    default = default or DEFAULT
    previous = previous or default
    given, trouble = split(query)
    if trouble:
        return previous, [trouble]
    given = {name: texts for name, texts in given.items() if name not in ignore}
    problems = _unknown([name for name in given if name not in FIELDS])
    default = DEFAULT if _is_whole(given) else default
    values = {name: getattr(default, name) for name in FIELDS}
    faulty = {}
    for name in (name for name in FIELDS if name in given):
        try:
            values[name] = read_one(FIELDS[name], given[name])
            if name == "data" and values["data"] not in sources:
                raise SceneError(_not_shown(values["data"], sources))
        except SceneError as error:
            faulty[name] = error.problem
            values[name] = _fallback(name, values["data"], previous)
    if is_own(values) and not values["points"]:
        faulty.setdefault("points", no_points())
    if is_own(values) and "points" in faulty:
        values |= {"data": previous.data, "points": previous.points}
    if "data" in faulty or "points" in faulty:
        given.pop("edits", None)  # they spoke of other data
    if "points" in faulty:
        given.pop("classes", None)
    for name in OF_SOURCE:
        if name not in given:
            values[name] = _fallback(name, values["data"], default)
    for name, limit in _pair_limits(values).items():
        try:
            FIELDS[name].within(values[name], limit)
        except ValueError as error:
            faulty[name] = not_allowed(FIELDS[name], values[name], error)
            values[name] = _fallback(name, values["data"], previous)
    if problem := _too_many(values):
        faulty |= {"m": problem} if "m" in given else {}
        values["m"] = min(previous.m, _most(values))
    scene = Scene(**values | {"edits": ""})
    if "edits" in faulty or "edits" not in given:
        scene = _with_edits_of(previous if "edits" in faulty else default, scene)
    else:
        try:
            scene = dataclasses.replace(scene, edits=values["edits"])
        except SceneError as error:
            faulty["edits"] = error.problem
            scene = _with_edits_of(previous, scene)
    problems += [_with_kept_value(problem, scene) for problem in faulty.values()]
    return scene, problems


def parse_strict(query: Query, *, ignore: Collection[str] = ()) -> Scene:
    """As `parse`, but raises SceneError with the first problem."""
    scene, problems = parse(query, ignore=ignore)
    if problems:
        raise SceneError(problems[0])
    return scene


def split(query: Query) -> tuple[dict[str, list[str]], Problem | None]:
    """The texts given for each name, in order; or the Problem that stops any reading."""
    if isinstance(query, Mapping):
        get_all = getattr(query, "get_all", None)  # Streamlit's own mapping shows the last only
        pairs = [
            (_plain(name), text)
            for name in query
            for text in _texts(get_all(name) if get_all else query[name])
        ]
        size = sum(len(name) + len(text) + 2 for name, text in pairs)
    elif isinstance(query, str | bytes):
        text = query if isinstance(query, str) else query.decode("utf-8", "backslashreplace")
        size = len(text)
        text = text[:MAX_QUERY].removeprefix("?")
        pairs = parse_qsl(text, keep_blank_values=True, errors="backslashreplace")
    else:
        allowed = "a query string or a mapping of names to values"
        message = f"A scene must be {allowed}; this is a {type(query).__name__}."
        return {}, Problem("scene", type(query).__name__, allowed, message)
    if size > MAX_QUERY:
        allowed = f"at most {MAX_QUERY} characters"
        message = f"The address is too long: it has {size} characters; {allowed} are read."
        return {}, Problem("scene", f"{size} characters", allowed, message)
    given: dict[str, list[str]] = {}
    for name, text in pairs:
        given.setdefault(name, []).append(text)
    return given, None


def read_one(field: Field, texts: list[str]) -> Any:
    """The value of `field` from the texts given for it. Raises SceneError with a Problem."""
    if len(texts) == 1:
        try:
            return field.read(texts[0])
        except ValueError as error:
            raise SceneError(not_allowed(field, texts[0], error)) from None
    quoted = ", ".join(f"“{visible(text)}”" for text in texts[:3]) or "nothing"
    more = ", …" if len(texts) > 3 else ""
    message = f"{field.name} must be given once; you gave {quoted}{more}."
    raise SceneError(Problem(field.name, visible(", ".join(texts)), field.allowed, message))


def read_given(
    fields: Mapping[str, Field], given: Mapping[str, str]
) -> tuple[dict[str, Any], list[str]]:
    """The values of those fields that an address names, and, in a sentence each, what it names and
    can't be used."""
    values, sentences = {}, []
    for name, field in fields.items():
        if name in given:
            try:
                values[name] = read_one(field, [str(given[name])])
            except SceneError as error:
                sentences.append(error.problem.message)
    return values, sentences


def read_all(fields: Mapping[str, Field], given: Mapping[str, list[str]]) -> dict[str, Any]:
    """The value of each field from the texts given by name, or its default where there are none."""
    return {
        name: read_one(field, given[name]) if name in given else field.default
        for name, field in fields.items()
    }


def visible(text: str) -> str:
    """`text` with control characters written out, and at most 80 characters of it."""
    shown = "".join(
        ch if ch.isprintable() else ch.encode("unicode_escape").decode()
        for ch in text[: _MAX_GIVEN + 1]
    )
    return shown if len(shown) <= _MAX_GIVEN else shown[: _MAX_GIVEN - 1] + "…"


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _texts(value: Any) -> list[str]:
    return [_plain(v) for v in value] if isinstance(value, list | tuple) else [_plain(value)]


def _fallback(name: str, data: str, previous: Scene) -> Any:
    """What a field that can't be used stays at. Columns and classes belong to their table."""
    if name in OF_SOURCE and previous.data != data:
        return _default(name)
    return getattr(previous, name)


def _with_edits_of(other: Scene, scene: Scene) -> Scene:
    """`scene` with the edits of `other` if both have the same sample, else without any."""
    same = all(getattr(scene, name) == getattr(other, name) for name in SAMPLE)
    return dataclasses.replace(scene, edits=other.edits if same else "")


def _is_whole(given: Collection[str]) -> bool:
    """Whether these names are a whole scene's: all that every canonical string has.

    What such a text leaves out stands at its usual value, and not at a page's own.
    """
    return all(n in given for n, f in FIELDS.items() if f.always and f.applies is everywhere)


def _examples(values: dict[str, Any]) -> int:
    """How many points the sample has before it is edited."""
    if is_table(values):
        return train_size(values["data"], values["classes"], values["m"])
    if is_own(values):
        taken, _ = two_of(own_points.unpack(values["points"]).y, values["classes"])
        return own_train_size(int(taken.sum()), 2, values["m"])
    return values["m"]


def _most(values: dict[str, Any]) -> int:
    """How many points there may be."""
    return MOST_ON_LINE if is_line(values) else FIELDS["m"].high


def check_length(values: dict[str, Any]) -> None:
    """Raises ValueError for edits that find no room in a link beside own points."""
    room = MOST_OF_OWN - len(values["points"])
    if is_own(values) and len(values["edits"]) > room:
        raise ValueError(f"at most {room} characters long, to fit into a link beside own data")


def no_points() -> Problem:
    field = FIELDS["points"]
    message = f"data={OWN} needs points; there are none. Upload or paste your table again."
    return Problem(field.name, "", field.allowed, message)


def _too_many(values: dict[str, Any]) -> Problem | None:
    """On a line there may be fewer points than the field itself allows."""
    most = _most(values)
    if values["m"] <= most:
        return None
    error = ValueError(f"a whole number from {FIELDS['m'].low} to {most} on a line")
    return not_allowed(FIELDS["m"], str(values["m"]), error)


def _not_shown(data: str, sources: Collection[str]) -> Problem:
    error = ValueError(f"one of {', '.join(sources)} on this page")
    return not_allowed(FIELDS["data"], data, error)


def _usual(name: str, data: str) -> Any:
    """The default of a field, which for the classes depends on the table."""
    if name == "classes" and data == OWN:
        return "0,1"
    return TABLES[data].default if name == "classes" and data in TABLES else _default(name)


def _settled(values: dict[str, Any]) -> dict[str, Any]:
    """`values` with every field that does not apply at its default, and the classes chosen."""
    settled = {
        name: values[name] if field.applies(values) else field.default
        for name, field in FIELDS.items()
    }
    if has_pairs(settled) and settled["classes"] == _default("classes"):
        settled["classes"] = _usual("classes", settled["data"])
    return settled


def _pair_limits(values: dict[str, Any]) -> dict[str, int]:
    """How many columns and classes the table has, for each pair that was chosen by hand."""
    if is_own(values):
        limits = {"classes": len(own_points.unpack(values["points"]).classes)}
    elif is_table(values):
        table = TABLES[values["data"]]
        limits = {"features": table.columns, "classes": table.classes}
    else:
        return {}
    return {name: limit for name, limit in limits.items() if values[name] != _default(name)}


def not_allowed(field: Field, given: str, error: ValueError) -> Problem:
    """`error` says what is allowed and, where it knows, which part of what was given is not."""
    allowed, given = str(error), getattr(error, "given", given)
    you = f"you gave “{visible(given)}”" if given else "you gave nothing"
    message = f"{field.name} must be {allowed}; {you}."
    return Problem(field.name, visible(given), allowed, message)


def _with_kept_value(problem: Problem, scene: Scene) -> Problem:
    field = FIELDS[problem.field]
    if not field.applies(dataclasses.asdict(scene)):
        return problem
    kept = visible(field.text(getattr(scene, field.name)))
    stays = f"It stays at {kept}." if kept else "It stays empty."
    return dataclasses.replace(problem, message=f"{problem.message} {stays}")


def _unknown(names: list[str]) -> list[Problem]:
    allowed = f"one of {', '.join(FIELDS)}"
    problems = []
    for name in names[:_MAX_UNKNOWN]:
        close = get_close_matches(name[:_MAX_GIVEN], FIELDS, n=1)
        advice = f"perhaps {close[0]} is meant" if close else f"it has {', '.join(FIELDS)}"
        message = f"“{visible(name)}” is not a part of a scene; {advice}."
        problems.append(Problem(visible(name), visible(name), allowed, message))
    if (rest := len(names) - _MAX_UNKNOWN) > 0:
        message = f"{rest} more names in the address are not parts of a scene."
        problems.append(Problem("scene", f"{rest} more names", allowed, message))
    return problems


DEFAULT = Scene()
