"""Define what a page declares: title, first scene, steps, words of the address, endpoints.

The declaration of a page is in `pages/<page>/declaration.py`. `pages/order.py` lists the
declarations and registers them here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from lab.course.measured_picture import MeasuredPicture
from lab.endpoints.endpoint import BaseEndpoint
from lab.scene.fields import SOURCES, Choice, Integer, Number

HOME = "home"
LONGEST_WORD = 200  # default of `Word.max_length`
# Words of the address that every page has beside its scene. Features add their own, see
# `feature.shell_words`.
SHELL_WORDS = ("embed", "embed_options", "hide", "step", "dialog")
Address = Mapping[str, str]  # the words of an address, as texts
OPEN_DIALOG = "dialog"  # the word that names a dialog to reopen, see lab/ui/shell/dialogs.py


class Word(str):
    """A word of a page's address that is not a field of its scene. The string itself is the word's
    default value.

    `allowed`: the options of a switch, or the ends of a slider's `stops`; empty for any text.
    `max_length`: the length to which its text is cut. `slider`: the slider that sets the word,
    if that slider has another name.
    """

    allowed: list[Any]
    max_length: int
    slider: str

    def __new__(
        cls,
        text: str = "",
        options: Iterable[str] = (),
        *,
        stops: Iterable[float] = (),
        max_length: int = LONGEST_WORD,
        slider: str = "",
    ) -> "Word":
        word, numbers = super().__new__(cls, text), [*stops]
        ends = [float(f"{end:.6g}") for end in (min(numbers), max(numbers))] if numbers else []
        word.allowed, word.max_length, word.slider = [*options] or ends, max_length, slider
        return word

    @classmethod
    def of(cls, field: Choice | Integer | Number, text: str | None = None) -> "Word":
        """Return the word for a field, with its default and its allowed values.

        `text` is the word's default if that differs from the field's default.
        """
        text = field.text(field.default) if text is None else text
        if isinstance(field, Choice):
            return cls(text, field.choices)
        return cls(text, stops=(field.low, field.high))


@dataclass(frozen=True)
class FirstFrame:
    """The request for the first frame, for a page whose frames come from its own endpoint.

    `path`: the path of the endpoint; `grid`: the number of nodes along each side; `state`: a
    function that returns the endpoint's scene, from the page's scene and the words of the address.
    """

    path: str
    grid: int
    state: Callable[[Any, Address], Any]


@dataclass(frozen=True)
class PageDeclaration:
    """The declaration of a page. `name`: its folder."""

    name: str
    title: str
    scene: Any  # the first scene
    steps: tuple[Any, ...] = ()  # the steps of the page, see `lab.ui.steps.step`
    picture: Any = None  # the picture of a page without steps, as a step without a name
    summary: str = ""  # a line for the map of the course
    outcome: str = ""  # what a reader can do after this page, in a sentence or two
    sources: tuple[str, ...] = SOURCES  # the data sources that the page can show
    scenes_solved_at_start: tuple[Any, ...] = ()  # scenes to solve when the server starts
    # The sliders of the pictures that show the page's scene, if their sweeps come from the server
    # and the goal of a task can use their numbers.
    sliders: tuple[str, ...] = ()
    # Kinds of items in the first picture that few other pages use; their scripts are sent with the
    # page.
    first_kinds: tuple[str, ...] = ()
    # Sliders along which the first sweep is requested, if they differ from `sliders`.
    first_sliders: tuple[str, ...] = ()
    # This field is set if the first frame comes from an endpoint of the page.
    first_frame: FirstFrame | None = None
    # The measured picture that several steps share, see `measured_pictures`.
    shared_measured_picture: MeasuredPicture | None = None
    # Fields with a fixed value on this page: no control sets them, and the page's texts assume this
    # value.
    fixed_fields: Mapping[str, Any] = field(default_factory=dict)
    judges_formulas: bool = False  # whether the page asks if a formula is a kernel
    every_loss: bool = False  # whether an exported HTML file includes every loss
    # Words of the page's address that are not fields of the scene; they set how the pictures are
    # shown. A word that is not a `Word` may be any text.
    words: Mapping[str, str] = field(default_factory=dict)
    element: str = ""  # the name of the first live element that shows the scene
    data_fields: tuple[str, ...] = ()  # fields of the scene that the menu *Data* sets
    # The steps that show the data of this menu, if the others have their own data.
    data_steps: tuple[str, ...] = ()
    # The step to which the front page links when it passes its scene on; "" for the first step.
    scene_step: str = ""
    figure: bool = False  # whether the scene can be exported as a figure
    # A function that returns the current form of an older address.
    update_address: Callable[[Address], Address] | None = None
    # A function that returns those words of an address that belong to the scenes of other pages;
    # the page ignores these words.
    foreign_words: Callable[[Address], Iterable[str]] | None = None
    # Whether the page shows the data set's points after the visitor has removed all points.
    needs_points: bool = False
    # A function that returns the scene to show, from the scene and words of the address, and a
    # sentence for each unusable part.
    adapt_scene: Callable[[Any, Address], tuple[Any, list[str]]] | None = None
    # A function that returns the words for the page's pictures, from the scene and the words of the
    # address.
    adapt_words: Callable[[Any, Address], Address] | None = None
    # A function that returns, from the page's scene, the scene for the pictures that have no scene
    # of their own.
    shared_scene: Callable[[Any], Any] | None = None
    # A function that returns the values on which the steps with their own data depend. These steps
    # are recomputed only if a value changes.
    step_data_key: Callable[[Any], Any] | None = None
    # The actions of the buttons in the page's pictures, by name. Each takes the scene and the words
    # of the address, and returns the changed words.
    actions: Mapping[str, Callable[[Any, Address], Address]] = field(default_factory=dict)
    # A function that returns the page's own scripts to export, by library, from the scene and the
    # words.
    scripts: Callable[[Any, Address], Mapping[str, str]] | None = None
    # Like `scripts`, but the function takes the query of the first picture. It is for a page whose
    # first picture can change without a run of the page.
    scripts_of_query: Callable[[str], Mapping[str, str]] | None = None
    endpoints: tuple[BaseEndpoint, ...] = ()  # endpoints of this page alone
    quiz: tuple[Any, ...] = ()
    quiz_variants: tuple[Any, ...] = ()  # quiz questions whose numbers can be chosen at random
    equation: str = ""  # the page's equation, for the exported notebook

    @property
    def path(self) -> str:
        """The page's name in files, settings and, except for the front page, in addresses."""
        return self.name.replace("_", "-")

    @property
    def file(self) -> str:
        """The page's script, relative to the folder of all pages."""
        return f"{self.name}/page.py"

    @property
    def question(self) -> str:
        """The question of the first step."""
        return self._visible_steps[0].question if self._visible_steps else ""

    @property
    def challenges(self) -> tuple[Any, ...]:
        """The challenges of all steps."""
        return tuple(challenge for step in self.steps for challenge in step.challenges)

    @property
    def pictures(self) -> dict[str, tuple[str, ...]]:
        """The sliders of each step that other sites can show in a frame, by the step's name; "" is
        the key of a page without steps."""
        return {step.name: step.sliders for step in self._visible_steps if step.frame_heights}

    @property
    def frame_heights(self) -> dict[str, tuple[int, int, int]]:
        """The frame heights of the steps in `pictures`, see `Step`."""
        return {step.name: step.frame_heights for step in self._visible_steps if step.frame_heights}

    @property
    def measured_pictures(self) -> dict[str, MeasuredPicture]:
        """The measured pictures by the names of the steps that have one; "" is the key of the
        picture that several steps share."""
        pictures = {step.name: step.measurement for step in self.steps if step.measurement}
        return (
            {"": self.shared_measured_picture} | pictures
            if self.shared_measured_picture
            else pictures
        )

    @property
    def solved_steps(self) -> tuple[str, ...]:
        """The names of the steps with `is_solved`, see `Step`."""
        return tuple(step.name for step in self.steps if step.is_solved)

    @property
    def _visible_steps(self) -> tuple[Any, ...]:
        return self.steps or ((self.picture,) if self.picture else ())

    @property
    def controls(self) -> set[str]:
        """The names, as in the address, of the page's own words and of the sliders of its steps in
        `pictures`."""
        return {
            *self.allowed_words,
            *(name for sliders in self.pictures.values() for name in sliders),
        }

    @property
    def allowed_words(self) -> dict[str, list[Any]]:
        """The allowed values of each word of the page's address, and of each slider that sets such
        a word; an empty list allows any text."""
        words = {name: word for name, word in self.words.items() if isinstance(word, Word)}
        allowed = {name: word.allowed for name, word in words.items()}
        of_sliders = {word.slider: word.allowed for word in words.values() if word.slider}
        return {name: [] for name in self.words} | allowed | of_sliders

    def step_of(self, element: str, part: int = 0) -> str | None:
        """Return the step that a link names: by the step's name or, in an older link, by a live
        element and a part of that element. Return None if the page has no such step."""
        steps_by_name = {name: name for name in self.pictures}
        steps_by_name |= {old: step.name for step in self._visible_steps for old in step.old_names}
        return steps_by_name.get(f"{element}/{part}", steps_by_name.get(element))


_GROUPS: dict[str, tuple[PageDeclaration, ...]] = {}
_PAGES: dict[str, PageDeclaration] = {}  # pages by their names in the address
_CONTROLS: set[str] = set()


def declare(
    groups: Mapping[str, Iterable[PageDeclaration]], beside: Iterable[PageDeclaration] = ()
) -> tuple[PageDeclaration, ...]:
    """Register all pages, in this order, and return them.

    `groups`: the pages by the headings of the map; the heading "" is for pages that the map does
    not list. `beside`: reference pages at the end, which are not linked in the sequence."""
    _GROUPS.clear()
    _GROUPS.update({title: tuple(pages_of_group) for title, pages_of_group in groups.items()})
    _PAGES.clear()
    all_pages = [*(page for pages_of_group in _GROUPS.values() for page in pages_of_group), *beside]
    _PAGES.update({page.path: page for page in all_pages})
    _CONTROLS.clear()
    _CONTROLS.update(*(page.controls for page in _PAGES.values()))
    return tuple(_PAGES.values())


def pages() -> Mapping[str, PageDeclaration]:
    """Return all pages by their names in the address."""
    return MappingProxyType(_PAGES)


def controls() -> frozenset[str]:
    """Return the `controls` of all pages together."""
    return frozenset(_CONTROLS)


def page(name: str) -> PageDeclaration | None:
    """Return the page with this folder or this name in the address; None if there is none."""
    return _PAGES.get(name.replace("_", "-"))


def first_visible_step(name: str) -> str:
    """Return the name of the step to show where only one step is shown and the address names none;
    "" for a page without steps.

    `name`: the page's name in the address.
    """
    declaration = page(name or HOME)
    return (declaration.step_of("") or next(iter(declaration.pictures), "")) if declaration else ""


def groups() -> dict[str, tuple[PageDeclaration, ...]]:
    """Return the pages of the map by the headings above them."""
    return {title: pages for title, pages in _GROUPS.items() if title and pages}
