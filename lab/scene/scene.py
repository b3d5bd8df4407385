"""The scene: everything a picture depends on, as a frozen value and as a query string.

    data=mixture&m=200&seed=0&kernel=rbf&tau=0.4&loss=hinge&lam=0.005&risk=sum&intercept=0

That string is the share link, the state of a page and the key of every cache. `parse` reads it
and never raises: what it cannot use becomes a Problem in words, and the other fields are kept.
Own points follow at the end where there are any: &edits=m17,0.52,-1.1;d12, see
`lab.scene.point_edits`.
"""

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, ClassVar, Self, TypeVar, overload
from urllib.parse import parse_qsl, quote, urlencode

from lab.scene import own_points, point_edits
from lab.scene.fields import (
    FIELDS,
    KERNEL_SLIDERS,
    MAX_ON_LINE,
    OWN,
    Field,
    Pair,
    always_applies,
    has_pairs,
    is_line,
    is_own,
    is_table,
)
from lab.scene.samples.real_datasets import TABLES, train_size
from lab.scene.samples.train_test_split import select_pair
from lab.scene.samples.train_test_split import train_size as own_train_size

MAX_QUERY = 8 * 1024
MAX_OF_OWN = 6500  # characters of own points and their edits, so that the other fields have room
_MAX_GIVEN = 80
_MAX_UNKNOWN = 8

# What says which sample it is that `edits` speaks of.
SAMPLE = ("data", "points", "m", "seed", "noise", "features", "classes")
# Which fields are not read where others can't be: they spoke of other data.
_VOID = {"points": {"points"}, "classes": {"points"}, "edits": {"data", "points"}}

Query = str | bytes | Mapping[str, Any]


@dataclass(frozen=True)
class Problem:
    """A value that can't be used: its field, the value, what is allowed, and a sentence."""

    field: str
    value: str
    allowed: str
    message: str


class SceneError(ValueError):
    """A scene is unusable; `problem` says why."""

    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem

    def __reduce__(self):  # from one process to another
        return SceneError, (self.problem,)


def _default(name: str) -> Any:
    return FIELDS[name].default


@dataclass(frozen=True)
class FieldScene:
    """What all scenes have in common: a table of fields, by which they are read, checked, changed
    and printed. A page that needs more adds fields to a table in a class of its own.

    A field that does not apply always stands at its default, so that scenes with the same picture
    are equal. Raises SceneError for a value that is not allowed.
    """

    table: ClassVar[Mapping[str, Field]]
    # The fields that a field speaks of: where one of them changes, it begins anew.
    needs: ClassVar[Mapping[str, Collection[str]]] = {}
    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {}  # of the sliders
    stops: ClassVar[int] = 64  # of a slider, unless a request says how many
    noun: ClassVar[str] = "a scene"
    punctuation: ClassVar[str] = ",;"  # that stands as it is in an address

    def __post_init__(self):
        values = {name: vars(self)[name] for name in self.table}
        vars(self).clear()  # so that the fields are in the order of the table
        vars(self).update(self._fitting(self._checked(values, self.table)))

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The scene of values that were read by their fields, and fit each other already."""
        scene = object.__new__(cls)
        vars(scene).update(values)
        return scene

    def with_values(self, changes: Mapping[str, Any]) -> Self:
        """The scene with other values of some fields; only these are read anew. Raises SceneError
        for one that is not allowed."""
        own = {name: getattr(self, name) for name in self.table}  # and nothing kept beside them
        return self.of(self._fitting(own | self._checked(changes, changes)))

    @classmethod
    def _checked(cls, values: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
        """`values`, those of these names as their fields have them. Raises SceneError."""
        checked = dict(values)
        for name in names:
            field, value = cls.table[name], values[name]
            if isinstance(field, Pair) and value == field.default:
                continue  # "" stands for the table's own classes
            try:
                checked[name] = field.check(value)
            except ValueError as error:
                raise SceneError(refuse_value(field, str(value), error)) from None
        return checked

    @classmethod
    def _fitting(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Values of all fields as a scene has them beside each other. Raises SceneError."""
        for name in cls.table:
            values[name] = cls.canonical_value(name, values)
            if problem := cls.unfit(name, values):
                raise SceneError(problem)
        return values

    @classmethod
    def default_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """The value of a field that nothing is said of; `values` has the fields before it."""
        return cls.table[name].default

    @classmethod
    def canonical_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """The value of a field as the scene has it."""
        field = cls.table[name]
        return values[name] if field.applies(values) else field.default

    @classmethod
    def unfit(cls, name: str, values: Mapping[str, Any]) -> Problem | None:
        """Why a value that is allowed in itself does not go with the fields before it."""
        return None

    def at(self, along: str, value: float) -> Self:
        """The scene with its slider for `along` at `value`."""
        kind = type(self.table[along].default)
        return self.with_values({along: kind(value)})

    @property
    def sliders(self) -> list[str]:
        """The fields that a sweep can go along: a kernel has parameters of its own, or none."""
        return [name for name in self.ranges if self.table[name].applies(vars(self))]

    def query(self) -> str:
        """The canonical query string: equal scenes have equal strings, and parse() undoes it."""
        values = vars(self)
        printed = {
            name: field.text(values[name])
            for name, field in self.table.items()
            if field.applies(values)
            and (field.always or values[name] != self.default_value(name, values))
        }
        return urlencode(printed, safe=self.punctuation, quote_via=quote)


def fields_of(table: Mapping[str, Field]) -> Any:
    """A dataclass with the fields of a table, for a scene to inherit: they are said there alone."""
    own = [(field.name, Any, dataclasses.field(default=field.default)) for field in table.values()]
    return dataclasses.make_dataclass("Fields", own, frozen=True, kw_only=True)


SceneFields: Any = fields_of(FIELDS)


@dataclass(frozen=True)
class Scene(FieldScene, SceneFields):
    """Everything that a picture depends on; the fields are those of `lab.scene.fields.FIELDS`."""

    table = FIELDS
    needs: ClassVar = {"features": SAMPLE[:2], "classes": SAMPLE[:2], "edits": SAMPLE}
    # Nine stops a decade for lam give 64 stops that contain the value of the notes' figures, 1/200.
    ranges: ClassVar = {**KERNEL_SLIDERS, "lam": (5e-6, 50.0)}

    @classmethod
    def default_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """The usual value; the classes depend on the table, and on a line points are fewer."""
        if name == "classes" and has_pairs(values):
            return "0,1" if is_own(values) else TABLES[values["data"]].default
        usual = super().default_value(name, values)
        return min(usual, _most(values)) if name == "m" else usual

    @classmethod
    def canonical_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """As for every scene; "" stands for the table's own classes."""
        if name == "classes" and values[name] == _default(name):
            return cls.default_value(name, values)
        return super().canonical_value(name, values)

    @classmethod
    def unfit(cls, name: str, values: Mapping[str, Any]) -> Problem | None:
        """Why a value does not go with the fields before it."""
        field, value = cls.table[name], values[name]
        try:
            if name == "points" and is_own(values) and not value:
                return no_points()
            if name == "m" and value > (most := _most(values)):
                raise ValueError(f"a whole number from {FIELDS[name].low} to {most} on a line")
            if isinstance(field, Pair) and value != field.default:
                field.check_range(value, _pair_limit(name, values))
            if name == "edits":
                point_edits.read(value).check(_examples(values), _most(values))
                check_length(values)
        except ValueError as error:
            return refuse_value(field, field.text(value), error)
        return None


S = TypeVar("S", bound=FieldScene)


def with_fields(scene: Scene, *fields: Field) -> Scene:
    """The scene with more fields, which stand beside it in the address of a page."""
    own = {field.name: field for field in fields}
    kind = dataclasses.make_dataclass(
        "Scene", (), bases=(type(scene), fields_of(own)),
        namespace={"table": {**scene.table, **own}}, frozen=True,
    )  # fmt: skip
    return kind(**vars(scene))


def plain_scene(scene: Scene) -> Scene:
    """The scene without the fields that a page has beside it."""
    return Scene(**{name: getattr(scene, name) for name in FIELDS})


def points_of(scene: Scene) -> Scene:
    """The scene with the same points and all else as usual: what is known of the points alone is
    kept for every scene that has them."""
    return Scene(**{name: getattr(scene, name) for name in (*SAMPLE, "edits")})


def replace(scene: S, **changes: Any) -> S:
    """`scene` with some fields changed. What spoke of what a change replaces begins anew: other
    data with their own classes, another sample without edits.

    Raises SceneError for a value that is not allowed.
    """
    values = vars(scene) | changes
    changed = {name for name in changes if changes[name] != getattr(scene, name)}
    for name in scene.table:
        if name not in changes and changed.intersection(scene.needs.get(name, ())):
            values[name] = changes[name] = scene.default_value(name, values)
            changed |= {name} if values[name] != getattr(scene, name) else set()
    return scene.with_values(changes)


@overload
def parse(
    query: Query, *, ignore: Collection[str] = (), sources: Collection[str] = ()
) -> tuple[Scene, list[Problem]]: ...
@overload
def parse(
    query: Query, *, default: S, ignore: Collection[str] = (), sources: Collection[str] = ()
) -> tuple[S, list[Problem]]: ...
def parse(
    query: Query,
    *,
    default: Any = None,
    ignore: Collection[str] = (),
    sources: Collection[str] = (),
) -> tuple[Any, list[Problem]]:
    """The scene that `query` describes, of the kind of `default`, and what was wrong with it. Never
    raises.

    `query` is a query string, or a mapping from names to a value or a list of values (such as
    Streamlit's query_params). Fields that are not given are as in `default` (a page has its own
    first scene), unless the text is that of a whole scene; a field that can't be used is as in
    `default`. What speaks of other fields is taken from there only where these are the same. Names
    in `ignore` belong to somebody else. `sources` are the data that a page can show, if not all.
    """
    default = DEFAULT if default is None else default
    kind = type(default)
    texts_of, trouble = split(query)
    if trouble:
        return default, [trouble]
    texts_of = {name: texts for name, texts in texts_of.items() if name not in ignore}
    start = kind() if _is_whole(kind, texts_of) else default
    values: dict[str, Any] = {}
    faulty: dict[str, Problem] = {}
    for name, field in kind.table.items():
        is_read = name in texts_of and not faulty.keys() & _VOID.get(name, set())
        try:
            if is_read:
                values[name] = read_one(field, texts_of[name])
                if name == "data":
                    _check_source(values[name], texts_of, start, sources)
            else:
                values[name] = _taken_over(name, values, start)
            values[name] = kind.canonical_value(name, values)
            if problem := kind.unfit(name, values):
                raise SceneError(problem)
        except SceneError as error:
            if is_read:
                faulty[error.problem.field] = error.problem
            values[name] = _taken_over(name, values, default)
            if kind.unfit(name, values):
                values[name] = kind.default_value(name, values)
    scene = kind(**values) if faulty else kind.of(values)
    problems = _unknown([name for name in texts_of if name not in kind.table], kind)
    return scene, problems + [_with_kept_value(problem, scene) for problem in faulty.values()]


@overload
def parse_strict(query: Query, *, ignore: Collection[str] = ()) -> Scene: ...
@overload
def parse_strict(query: Query, *, ignore: Collection[str] = (), default: S) -> S: ...
def parse_strict(query: Query, *, ignore: Collection[str] = (), default: Any = None) -> Any:
    """As `parse`, but raises SceneError with the first problem."""
    scene, problems = parse(query, ignore=ignore, default=default)
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
        allowed = f"at most {MAX_QUERY:,} characters"
        message = f"The address is too long: it has {size:,} characters; {allowed} are read."
        return {}, Problem("scene", f"{size:,} characters", allowed, message)
    texts_of: dict[str, list[str]] = {}
    for name, text in pairs:
        texts_of.setdefault(name, []).append(text)
    return texts_of, None


def words_of(query: Query) -> dict[str, str]:
    """The words of a query by name, the last one of several; none of a query that is too long."""
    return {name: texts[-1] for name, texts in split(query)[0].items()}


def read_one(field: Field, texts: list[str]) -> Any:
    """The value of `field` from the texts given for it. Raises SceneError with a Problem."""
    if len(texts) == 1:
        try:
            return field.read(texts[0])
        except ValueError as error:
            raise SceneError(refuse_value(field, texts[0], error)) from None
    quoted = ", ".join(f"“{visible(text)}”" for text in texts[:3]) or "nothing"
    more = ", …" if len(texts) > 3 else ""
    message = f"{field.name} must be given once; you gave {quoted}{more}."
    raise SceneError(Problem(field.name, visible(", ".join(texts)), field.allowed, message))


def read_given(
    fields: Mapping[str, Field], texts_of: Mapping[str, str]
) -> tuple[dict[str, Any], list[str]]:
    """The values of those fields that an address names, and, in a sentence each, what it names and
    can't be used."""
    values, sentences = {}, []
    for name, field in fields.items():
        if name in texts_of:
            try:
                values[name] = read_one(field, [str(texts_of[name])])
            except SceneError as error:
                sentences.append(error.problem.message)
    return values, sentences


def read_all(fields: Mapping[str, Field], texts_of: Mapping[str, list[str]]) -> dict[str, Any]:
    """The value of each field from the texts given by name, or its default where there are none."""
    return {
        name: read_one(field, texts_of[name]) if name in texts_of else field.default
        for name, field in fields.items()
    }


def visible(text: str) -> str:
    """`text` with control characters written out, and at most 80 characters of it."""
    printable = "".join(
        ch if ch.isprintable() else ch.encode("unicode_escape").decode()
        for ch in text[: _MAX_GIVEN + 1]
    )
    return printable if len(printable) <= _MAX_GIVEN else printable[: _MAX_GIVEN - 1] + "…"


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _texts(value: Any) -> list[str]:
    return [_plain(v) for v in value] if isinstance(value, list | tuple) else [_plain(value)]


def _taken_over(name: str, values: Mapping[str, Any], source: FieldScene) -> Any:
    """The other scene's value, if it speaks of the same thing; `values` has the fields before."""
    if all(values[need] == getattr(source, need) for need in source.needs.get(name, ())):
        return getattr(source, name)
    return source.default_value(name, values)


def _check_source(
    data: str, texts_of: Mapping[str, list[str]], start: Any, sources: Collection[str]
) -> None:
    """Raises SceneError for data that the page does not show, or own data that can't be read."""
    if sources and data not in sources:
        error = ValueError(f"one of {', '.join(sources)} on this page")
        raise SceneError(refuse_value(FIELDS["data"], data, error))
    if data == OWN and not read_one(FIELDS["points"], texts_of.get("points", [start.points])):
        raise SceneError(no_points())


def _is_whole(kind: type[FieldScene], names: Collection[str]) -> bool:
    """Whether these names are a whole scene's: all that every canonical string has.

    What such a text leaves out stands at its usual value, and not at a page's own.
    """
    return all(
        n in names for n, f in kind.table.items() if f.always and f.applies is always_applies
    )


def _examples(values: Mapping[str, Any]) -> int:
    """How many points the sample has before it is edited."""
    if is_table(values):
        return train_size(values["data"], values["classes"], values["m"])
    if is_own(values):
        taken, _ = select_pair(own_points.unpack(values["points"]).y, values["classes"])
        return own_train_size(int(taken.sum()), 2, values["m"])
    return values["m"]


def _most(values: Mapping[str, Any]) -> int:
    """How many points there may be."""
    return MAX_ON_LINE if is_line(values) else FIELDS["m"].high


def check_length(values: Mapping[str, Any]) -> None:
    """Raises ValueError for edits that find no room in a link beside own points."""
    room = MAX_OF_OWN - len(values["points"])
    if is_own(values) and len(values["edits"]) > room:
        raise ValueError(f"at most {room:,} characters long, to fit into a link beside own data")


def no_points() -> Problem:
    field = FIELDS["points"]
    message = f"data={OWN} needs points; there are none. Upload or paste your table again."
    return Problem(field.name, "", field.allowed, message)


def _pair_limit(name: str, values: Mapping[str, Any]) -> int:
    """How many columns or classes the data have."""
    if is_own(values):
        return len(own_points.unpack(values["points"]).classes)
    table = TABLES[values["data"]]
    return table.columns if name == "features" else table.classes


def refuse_value(field: Field, text: str, error: ValueError) -> Problem:
    """`error` says what is allowed and, where it knows, which part of the text is not."""
    allowed, text = str(error), getattr(error, "part", text)
    you = f"you gave “{visible(text)}”" if text else "you gave nothing"
    message = f"{field.name} must be {allowed}; {you}."
    return Problem(field.name, visible(text), allowed, message)


def _with_kept_value(problem: Problem, scene: FieldScene) -> Problem:
    field = scene.table[problem.field]
    if not field.applies(vars(scene)):
        return problem
    value = visible(field.text(getattr(scene, field.name)))
    stays = f"It stays at {value}." if value else "It stays empty."
    return dataclasses.replace(problem, message=f"{problem.message} {stays}")


def _unknown(names: list[str], kind: type[FieldScene]) -> list[Problem]:
    allowed = f"one of {', '.join(kind.table)}"
    problems = []
    for name in names[:_MAX_UNKNOWN]:
        close = get_close_matches(name[:_MAX_GIVEN], kind.table, n=1)
        advice = f"perhaps {close[0]} is meant" if close else f"it has {', '.join(kind.table)}"
        message = f"“{visible(name)}” is not a part of {kind.noun}; {advice}."
        problems.append(Problem(visible(name), visible(name), allowed, message))
    if (rest := len(names) - _MAX_UNKNOWN) > 0:
        message = f"{rest} more names in the address are not parts of {kind.noun}."
        problems.append(Problem("scene", f"{rest} more names", allowed, message))
    return problems


DEFAULT = Scene()
