"""Define the scene: everything that a picture depends on, as a frozen value and a query string.

    data=mixture&m=200&seed=0&kernel=rbf&tau=0.4&loss=hinge&lam=0.005&risk=sum&intercept=0

That string is in share links, is the state of a page and a key of caches. `parse` reads it and
never raises: an unusable value becomes a Problem, and the other fields are kept. If points were
edited, the string also has, for example, &edits=m17_0.52_-1.1_d12, see `lab.scene.point_edits`.
"""

import dataclasses
import re
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

MAX_QUERY = 8 * 1024  # largest number of characters of a query
# Largest number of characters of a visitor's own points with their edits. It leaves room for the
# other fields of an address.
MAX_OWN_CHARACTERS = 6500
_MAX_QUOTED = 80  # largest number of characters of a value that a message quotes
_MAX_UNKNOWN = 8  # largest number of unknown names that a message lists
_EXPLANATION = re.compile(
    "[;.] .*"
)  # an explanation that follows the allowed values in an error message

# The fields that determine the sample to which `edits` applies.
SAMPLE = ("data", "points", "m", "seed", "noise", "features", "classes")
# Each of these fields is ignored if one of the fields listed for it is unusable, since its value
# then belongs to other data.
_INVALIDATED_BY = {"points": {"points"}, "classes": {"points"}, "edits": {"data", "points"}}

Query = str | bytes | Mapping[str, Any]


@dataclass(frozen=True)
class Problem:
    """An unusable value or name in a query, or an unusable query.

    `field` is the field or the unknown name, or "scene" for the query as a whole; `value` is the
    refused text, `allowed` describes the allowed values, and `message` is for the visitor.
    """

    field: str
    value: str
    allowed: str
    message: str


class SceneError(ValueError):
    """A scene is unusable; `problem` has the reason."""

    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem

    def __reduce__(self):  # for pickling between processes
        return SceneError, (self.problem,)


def _default(name: str) -> Any:
    return FIELDS[name].default


@dataclass(frozen=True)
class FieldScene:
    """The base of all scenes: a table of fields by which they are parsed, checked, changed and
    printed.

    A page that needs more fields defines a subclass with a larger table.

    A field that does not apply has its default value, so that scenes with the same picture are
    equal. Raises SceneError for a value that is not allowed.
    """

    table: ClassVar[Mapping[str, Field]]
    # The fields on which a field depends: when one of them changes, the dependent field is reset to
    # its default.
    needs: ClassVar[Mapping[str, Collection[str]]] = {}
    ranges: ClassVar[Mapping[str, tuple[float, float]]] = {}  # ranges of the sliders
    stops: ClassVar[int] = 64  # default number of stops of a slider
    noun: ClassVar[str] = "a scene"
    punctuation: ClassVar[str] = ",;"  # characters that are not escaped in an address

    def __post_init__(self):
        values = {name: vars(self)[name] for name in self.table}
        vars(self).clear()  # the fields must be in the order of the table
        vars(self).update(self._make_consistent(self._convert_fields(values, self.table)))

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Build a scene from values that are parsed and consistent already."""
        scene = object.__new__(cls)
        vars(scene).update(values)
        return scene

    def with_values(self, changes: Mapping[str, Any]) -> Self:
        """Return the scene with changed values of some fields. Only these are converted to the
        fields' types; then all fields are made consistent. Raises SceneError for a value that is
        not allowed."""
        # The values of the fields, without cached properties.
        own = {name: getattr(self, name) for name in self.table}
        return self.of(self._make_consistent(own | self._convert_fields(changes, changes)))

    @classmethod
    def _convert_fields(cls, values: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
        """Return `values`, with those of the fields `names` checked and converted to the fields'
        types. Raises SceneError."""
        checked = dict(values)
        for name in names:
            field, value = cls.table[name], values[name]
            if isinstance(field, Pair) and value == field.default:
                continue  # "" means the default classes
            try:
                checked[name] = field.check(value)
            except ValueError as error:
                raise SceneError(refuse_value(field, str(value), error)) from None
        return checked

    @classmethod
    def _make_consistent(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Return consistent values of all fields. Raises SceneError for values that do not fit
        together."""
        for name in cls.table:
            values[name] = cls.canonical_value(name, values)
            if problem := cls.explain_misfit(name, values):
                raise SceneError(problem)
        return values

    @classmethod
    def default_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """Return the default value of a field; `values` has those of earlier fields."""
        return cls.table[name].default

    @classmethod
    def canonical_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """Return a field's value; its default if the field does not apply."""
        field = cls.table[name]
        return values[name] if field.applies(values) else field.default

    @classmethod
    def explain_misfit(cls, name: str, values: Mapping[str, Any]) -> Problem | None:
        """Return a Problem if an allowed value does not fit those of earlier fields, else None."""
        return None

    def at(self, along: str, value: float) -> Self:
        """Return the scene with its slider for `along` at `value`."""
        kind = type(self.table[along].default)
        return self.with_values({along: kind(value)})

    @property
    def sliders(self) -> list[str]:
        """The fields along which the scene has sweeps: those in `ranges` that apply, such as the
        parameters of its kernel."""
        return [name for name in self.ranges if self.table[name].applies(vars(self))]

    def query(self) -> str:
        """Return the canonical query string: equal scenes have equal strings, and `parse` inverts
        it."""
        values = vars(self)
        printed = {
            name: field.text(values[name])
            for name, field in self.table.items()
            if field.applies(values)
            and (field.is_always_printed or values[name] != self.default_value(name, values))
        }
        return urlencode(printed, safe=self.punctuation, quote_via=quote)


def fields_of(table: Mapping[str, Field]) -> Any:
    """Make a dataclass with the fields of a table, from which a scene inherits them."""
    definitions = [
        (field.name, Any, dataclasses.field(default=field.default)) for field in table.values()
    ]
    return dataclasses.make_dataclass("Fields", definitions, frozen=True, kw_only=True)


SceneFields: Any = fields_of(FIELDS)


@dataclass(frozen=True)
class Scene(FieldScene, SceneFields):
    """Everything that a picture depends on; the fields are those of `lab.scene.fields.FIELDS`."""

    table = FIELDS
    needs: ClassVar = {"features": SAMPLE[:2], "classes": SAMPLE[:2], "edits": SAMPLE}
    # Nine stops per decade of lam: the 64 stops contain 1/200, as in the figures of note 000.
    ranges: ClassVar = {**KERNEL_SLIDERS, "lam": (5e-6, 50.0)}

    @classmethod
    def default_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """Return the default value of a field. The default classes depend on the data, and the
        default m on whether the data lie on a line."""
        if name == "classes" and has_pairs(values):
            return "0,1" if is_own(values) else TABLES[values["data"]].default
        default = super().default_value(name, values)
        return min(default, _max_points(values)) if name == "m" else default

    @classmethod
    def canonical_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """Return a field's value; its default if the field does not apply, or for classes ""."""
        if name == "classes" and values[name] == _default(name):
            return cls.default_value(name, values)
        return super().canonical_value(name, values)

    @classmethod
    def explain_misfit(cls, name: str, values: Mapping[str, Any]) -> Problem | None:
        """Return a Problem if an allowed value does not fit those of earlier fields, else None."""
        field, value = cls.table[name], values[name]
        try:
            if name == "points" and is_own(values) and not value:
                return no_points()
            if name == "m" and value > (max_points := _max_points(values)):
                raise ValueError(
                    f"a whole number from {FIELDS[name].low} to {max_points} on a line"
                )
            if isinstance(field, Pair) and value != field.default:
                field.check_range(value, _pair_limit(name, values))
            if name == "edits":
                point_edits.read(value).check(_examples(values), _max_points(values))
                check_length(values)
        except ValueError as error:
            return refuse_value(field, field.text(value), error)
        return None


S = TypeVar("S", bound=FieldScene)


def with_fields(scene: Scene, *fields: Field) -> Scene:
    """Return the scene extended by fields of a page, which are parsed and printed like the
    others."""
    added_fields = {field.name: field for field in fields}
    kind = dataclasses.make_dataclass(
        "Scene", (), bases=(type(scene), fields_of(added_fields)),
        namespace={"table": {**scene.table, **added_fields}}, frozen=True,
    )  # fmt: skip
    return kind(**vars(scene))


def plain_scene(scene: Scene) -> Scene:
    """Return the scene without the additional fields of a page."""
    return Scene(**{name: getattr(scene, name) for name in FIELDS})


def points_of(scene: Scene) -> Scene:
    """Return the scene with the same points and the default values of all other fields.

    It is a key for caches of results that depend on the points alone.
    """
    return Scene(**{name: getattr(scene, name) for name in (*SAMPLE, "edits")})


def replace(scene: S, **changes: Any) -> S:
    """Return `scene` with some fields changed, and the fields that depend on them reset to their
    defaults, unless they are among `changes`.

    For example, other data have their own default classes, and another sample has no edits.

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
    """Parse a scene, of the same type as `default`, from a query, and list the query's problems.
    Never raises.

    `query` is a query string, or a mapping from names to a value or a list of values (such as
    Streamlit's query_params). A missing or unusable field has its value from `default` (a page has
    its own first scene), but if the query is that of a complete scene, a missing field has its
    usual default. A field that depends on others is taken from `default` only if these others have
    the same values there. Names in `ignore` are skipped. `sources`: the data that a page can show;
    empty for all.
    """
    default = DEFAULT if default is None else default
    kind = type(default)
    texts_of, trouble = split(query)
    if trouble:
        return default, [trouble]
    texts_of = {name: texts for name, texts in texts_of.items() if name not in ignore}
    start = kind() if _is_complete(kind, texts_of) else default
    values: dict[str, Any] = {}
    faulty: dict[str, Problem] = {}
    for name, field in kind.table.items():
        is_read = name in texts_of and not faulty.keys() & _INVALIDATED_BY.get(name, set())
        try:
            if is_read:
                values[name] = read_one(field, texts_of[name])
                if name == "data":
                    _check_source(values[name], texts_of, start, sources)
            else:
                values[name] = _inherited_value(name, values, start)
            values[name] = kind.canonical_value(name, values)
            if problem := kind.explain_misfit(name, values):
                raise SceneError(problem)
        except SceneError as error:
            if is_read:
                faulty[error.problem.field] = error.problem
            values[name] = _inherited_value(name, values, default)
            if kind.explain_misfit(name, values):
                values[name] = kind.default_value(name, values)
    scene = kind(**values) if faulty else kind.of(values)
    problems = _unknown([name for name in texts_of if name not in kind.table], kind)
    return scene, problems + [_with_kept_value(problem, scene) for problem in faulty.values()]


@overload
def parse_strict(query: Query, *, ignore: Collection[str] = ()) -> Scene: ...
@overload
def parse_strict(query: Query, *, ignore: Collection[str] = (), default: S) -> S: ...
def parse_strict(query: Query, *, ignore: Collection[str] = (), default: Any = None) -> Any:
    """Parse a scene as `parse` does, but raise SceneError with the first problem."""
    scene, problems = parse(query, ignore=ignore, default=default)
    if problems:
        raise SceneError(problems[0])
    return scene


def split(query: Query) -> tuple[dict[str, list[str]], Problem | None]:
    """Return the texts of each name in a query, in order, and None; or, for an unusable query, {}
    and its Problem."""
    if isinstance(query, Mapping):
        get_all = getattr(query, "get_all", None)  # Streamlit's mapping returns only the last value
        pairs = [
            (_value_text(name), text)
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
        message = f"The address is too long: it has {size:,} characters; {allowed} are allowed."
        return {}, Problem("scene", f"{size:,} characters", allowed, message)
    texts_of: dict[str, list[str]] = {}
    for name, text in pairs:
        texts_of.setdefault(name, []).append(text)
    return texts_of, None


def words_of(query: Query) -> dict[str, str]:
    """Return the words of a query by name, with the last value of a repeated word; an empty dict
    for an unusable query."""
    return {name: texts[-1] for name, texts in split(query)[0].items()}


def query_of(words: Mapping[str, str]) -> str:
    """Write words as a query, escaped as URLSearchParams escapes them in a browser."""
    return urlencode(words).replace("%2A", "*").replace("~", "%7E")


def read_one(field: Field, texts: list[str]) -> Any:
    """Parse the value of `field` from its texts in a query. Raises SceneError with a Problem."""
    if len(texts) == 1:
        try:
            return field.read(texts[0])
        except ValueError as error:
            raise SceneError(refuse_value(field, texts[0], error)) from None
    quoted = ", ".join(f"“{escape_text(text)}”" for text in texts[:3]) or "nothing"
    ellipsis = ", …" if len(texts) > 3 else ""
    message = f"{field.name} must have one value, but the address has {quoted}{ellipsis}."
    raise SceneError(Problem(field.name, escape_text(", ".join(texts)), field.allowed, message))


def read_present(
    fields: Mapping[str, Field], texts_of: Mapping[str, str]
) -> tuple[dict[str, Any], list[str]]:
    """Return the values of the fields that an address names, and a sentence for each unusable
    value."""
    values, sentences = {}, []
    for name, field in fields.items():
        if name in texts_of:
            try:
                values[name] = read_one(field, [str(texts_of[name])])
            except SceneError as error:
                sentences.append(error.problem.message)
    return values, sentences


def read_all(fields: Mapping[str, Field], texts_of: Mapping[str, list[str]]) -> dict[str, Any]:
    """Parse each field from its texts in `texts_of`; a field without a text gets its default.

    Raises SceneError for a value that is not allowed.
    """
    return {
        name: read_one(field, texts_of[name]) if name in texts_of else field.default
        for name, field in fields.items()
    }


def escape_text(text: str) -> str:
    """Escape the control characters of `text`, and shorten it to 80 characters."""
    printable = "".join(
        ch if ch.isprintable() else ch.encode("unicode_escape").decode()
        for ch in text[: _MAX_QUOTED + 1]
    )
    return printable if len(printable) <= _MAX_QUOTED else printable[: _MAX_QUOTED - 1] + "…"


def _value_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _texts(value: Any) -> list[str]:
    return (
        [_value_text(v) for v in value] if isinstance(value, list | tuple) else [_value_text(value)]
    )


def _inherited_value(name: str, values: Mapping[str, Any], source: FieldScene) -> Any:
    """Return a field's value in `source`, if the fields on which it depends have the same values
    there as in `values`; else its default."""
    if all(values[need] == getattr(source, need) for need in source.needs.get(name, ())):
        return getattr(source, name)
    return source.default_value(name, values)


def _check_source(
    data: str, texts_of: Mapping[str, list[str]], start: Any, sources: Collection[str]
) -> None:
    """Raise SceneError for data that the page does not show, and for missing or unreadable own
    points."""
    if sources and data not in sources:
        error = ValueError(f"one of {', '.join(sources)} on this page")
        raise SceneError(refuse_value(FIELDS["data"], data, error))
    if data == OWN and not read_one(FIELDS["points"], texts_of.get("points", [start.points])):
        raise SceneError(no_points())


def _is_complete(kind: type[FieldScene], names: Collection[str]) -> bool:
    """Return whether a query with these names is a complete scene: it has the names of all fields
    that every scene prints.

    A field that a complete scene omits has its usual default, not the default of a page.
    """
    return all(
        n in names
        for n, f in kind.table.items()
        if f.is_always_printed and f.applies is always_applies
    )


def _examples(values: Mapping[str, Any]) -> int:
    """Return the number of points of the unedited sample."""
    if is_table(values):
        return train_size(values["data"], values["classes"], values["m"])
    if is_own(values):
        is_included, _ = select_pair(own_points.unpack(values["points"]).y, values["classes"])
        return own_train_size(int(is_included.sum()), 2, values["m"])
    return values["m"]


def _max_points(values: Mapping[str, Any]) -> int:
    """Return the largest allowed number of points."""
    return MAX_ON_LINE if is_line(values) else FIELDS["m"].high


def check_length(values: Mapping[str, Any]) -> None:
    """Raise ValueError for edits that make a link with own points too long."""
    room = MAX_OWN_CHARACTERS - len(values["points"])
    if is_own(values) and len(values["edits"]) > room:
        raise ValueError(
            f"at most {room:,} characters long; with own points, a link has no room for more"
        )


def no_points() -> Problem:
    field = FIELDS["points"]
    message = f"data={OWN} needs points; there are none. Upload or paste your table again."
    return Problem(field.name, "", field.allowed, message)


def _pair_limit(name: str, values: Mapping[str, Any]) -> int:
    """Return how many values a pair can choose from: the number of columns for the field
    `features`, of classes for the field `classes`."""
    if is_own(values):
        return len(own_points.unpack(values["points"]).classes)
    table = TABLES[values["data"]]
    return table.columns if name == "features" else table.classes


def refuse_value(field: Field, text: str, error: ValueError) -> Problem:
    """Build the Problem of a refused value. `error` has the allowed values, perhaps with an
    explanation after a semicolon or a full stop, and may name the invalid part."""
    allowed, text = str(error), getattr(error, "part", text)
    contrast = f", not “{escape_text(text)}”" if text else ", but it is empty"
    explained = _EXPLANATION.search(allowed)
    end = explained.start() if explained else len(allowed)
    message = f"{field.name} must be {allowed[:end]}{contrast}{allowed[end:]}."
    return Problem(field.name, escape_text(text), allowed, message)


def _with_kept_value(problem: Problem, scene: FieldScene) -> Problem:
    field = scene.table[problem.field]
    if not field.applies(vars(scene)):
        return problem
    value = escape_text(field.text(getattr(scene, field.name)))
    stays = f"It stays at {value}." if value else "It stays empty."
    return dataclasses.replace(problem, message=f"{problem.message} {stays}")


def _unknown(names: list[str], kind: type[FieldScene]) -> list[Problem]:
    allowed = f"one of {', '.join(kind.table)}"
    problems = []
    for name in names[:_MAX_UNKNOWN]:
        matches = get_close_matches(name[:_MAX_QUOTED], kind.table, n=1)
        advice = (
            f"perhaps {matches[0]} is meant"
            if matches
            else f"the parts are {', '.join(kind.table)}"
        )
        message = f"“{escape_text(name)}” is not a part of {kind.noun}; {advice}."
        problems.append(Problem(escape_text(name), escape_text(name), allowed, message))
    if (remaining := len(names) - _MAX_UNKNOWN) > 0:
        message = f"Further names in the address that are not parts of {kind.noun}: {remaining}."
        problems.append(Problem("scene", f"{remaining} more names", allowed, message))
    return problems


DEFAULT = Scene()
