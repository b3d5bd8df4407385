"""What a page declares of itself. The shell hands the declarations in; lab names no page.

`pages/<page>/declaration.py` holds a page's own; `pages/order.py` lists them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from lab.course.measured_picture import MeasuredPicture
from lab.endpoints.endpoint import BaseEndpoint
from lab.scene.fields import SOURCES, Choice, Integer, Number

HOME = "home"
LONGEST_WORD = 200  # letters of a word of the address; nine losses take 94
# Words of the address that every page has beside its scene: how it is shown. Those of features
# come to them, see `feature.shell_words`.
SHELL_WORDS = ("embed", "embed_options", "view", "hide", "step", "dialog")
Address = Mapping[str, str]  # the words that an address has, as texts
OPEN_DIALOG = "dialog"  # of these: names the dialog to open again, see lab/ui/shell/dialogs.py


class Word(str):
    """A word of a page's address that is no field of its scene: the text that it has at first.

    `allowed`: the options of a switch, or the ends of a slider's `stops`; empty for any text.
    `max_length`: how many letters of it are read. `slider`: what sets it, where that is not its
    name.
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
        """Return the word of a field.

        `text` is its first value if that is not the field's default.
        """
        text = field.text(field.default) if text is None else text
        if isinstance(field, Choice):
            return cls(text, field.choices)
        return cls(text, stops=(field.low, field.high))


@dataclass(frozen=True)
class FirstFrame:
    """How a page asks for its first frame by an endpoint of its own, at `path`. `state`: what it
    asks about, a scene with fields of its own, from the page's scene and the address's words."""

    path: str
    grid: int
    state: Callable[[Any, Address], Any]


@dataclass(frozen=True)
class PageDeclaration:
    """One page. `name`: its folder."""

    name: str
    title: str
    scene: Any  # what it opens with
    steps: tuple[Any, ...] = ()  # what it walks through, see `lab.ui.steps.step`
    picture: Any = None  # of a page without steps: a step without a name
    summary: str = ""  # a line on it, for the map
    sources: tuple[str, ...] = SOURCES  # the data that it can show
    solved_early: tuple[Any, ...] = ()  # scenes to solve when the server starts
    sliders: tuple[str, ...] = ()  # of its first picture, where sweeps come from the server
    # Kinds of items in its first picture that are on few pages: their scripts come with the page.
    first_kinds: tuple[str, ...] = ()
    first_sliders: tuple[str, ...] = ()  # of its first step, where they are others than `sliders`
    first_frame: FirstFrame | None = None  # where an endpoint of its own answers that
    # What the pictures can set that share numbers of their own.
    measured_together: MeasuredPicture | None = None
    # Fields that are no choice on this page, for no switch sets them and its words hold for these.
    always: Mapping[str, Any] = field(default_factory=dict)
    judges_formulas: bool = False  # its question is whether a formula is a kernel
    every_loss: bool = False  # a file of its picture has every loss
    # Words of its address beside the scene's fields: how its pictures are shown. One that is no
    # `Word` may be any text.
    words: Mapping[str, str] = field(default_factory=dict)
    element: str = ""  # the name of the live element that leads those that show the scene
    data_fields: tuple[str, ...] = ()  # fields of the scene behind Data
    figure: bool = False  # whether the scene is offered to take along as a figure
    # The address that an older one means now.
    redirected: Callable[[Address], Address] | None = None
    # What in the address is of other pages' scenes: that is left out.
    elsewhere: Callable[[Address], Iterable[str]] | None = None
    needs_points: bool = False  # where all were cleared away it shows those of the data set
    # The scene that it shows, from that of the address and all its words; and, in sentences, what
    # of them can't be used.
    adapted: Callable[[Any, Address], tuple[Any, list[str]]] | None = None
    # Its words as its pictures have them, from the scene and the words as the address has them.
    adapted_words: Callable[[Any, Address], Address] | None = None
    # The scene of all pictures that have none of their own, from that which it shows.
    shared: Callable[[Any], Any] | None = None
    # What of a scene has to change before the steps with data of their own compute anew.
    settled_by: Callable[[Any], Any] | None = None
    # What buttons of its pictures ask for: from scene and words, new words of the address.
    actions: Mapping[str, Callable[[Any, Address], Address]] = field(default_factory=dict)
    # Code to take along, where it has its own: of the scene and the words; and of the query of its
    # first picture, where that moves alone.
    scripts: Callable[[Any, Address], Mapping[str, str]] | None = None
    scripts_again: Callable[[str], Mapping[str, str]] | None = None
    endpoints: tuple[BaseEndpoint, ...] = ()  # what it alone asks
    quiz: tuple[Any, ...] = ()
    quiz_variants: tuple[Any, ...] = ()  # its questions that can be asked with other numbers
    equation: str = ""  # for the notebook

    @property
    def path(self) -> str:
        """Its name in the address; the home page has that name in files and settings alone."""
        return self.name.replace("_", "-")

    @property
    def file(self) -> str:
        """Its script, from the folder of the pages."""
        return f"{self.name}/page.py"

    @property
    def question(self) -> str:
        """What it asks first."""
        return self._shown[0].question if self._shown else ""

    @property
    def challenges(self) -> tuple[Any, ...]:
        """Those of its steps."""
        return tuple(challenge for step in self.steps for challenge in step.challenges)

    @property
    def pictures(self) -> dict[str, tuple[str, ...]]:
        """The sliders of each step that a frame can show, by its name; "" is the picture of a page
        without steps."""
        return {step.name: step.sliders for step in self._shown if step.frame_heights}

    @property
    def frame_heights(self) -> dict[str, tuple[int, int, int]]:
        """How high a frame has to be for each of these steps, see `Step`."""
        return {step.name: step.frame_heights for step in self._shown if step.frame_heights}

    @property
    def measured(self) -> dict[str, MeasuredPicture]:
        """Pictures with numbers of their own, by their steps; "" is what those can set together."""
        pictures = {step.name: step.measured for step in self.steps if step.measured}
        return {"": self.measured_together} | pictures if self.measured_together else pictures

    @property
    def solved_steps(self) -> tuple[str, ...]:
        """Its steps whose pictures are sweeps of the server's."""
        return tuple(step.name for step in self.steps if step.is_solved)

    @property
    def _shown(self) -> tuple[Any, ...]:
        return self.steps or ((self.picture,) if self.picture else ())

    @property
    def controls(self) -> set[str]:
        """The names of its sliders and switches, as its address has them."""
        return {
            *self.allowed_words,
            *(name for sliders in self.pictures.values() for name in sliders),
        }

    @property
    def allowed_words(self) -> dict[str, list[Any]]:
        """What each word of its address, and each slider that sets one, may say; nothing for any
        text."""
        words = {name: word for name, word in self.words.items() if isinstance(word, Word)}
        allowed = {name: word.allowed for name, word in words.items()}
        of_sliders = {word.slider: word.allowed for word in words.values() if word.slider}
        return {name: [] for name in self.words} | allowed | of_sliders

    def step_of(self, element: str, part: int = 0) -> str | None:
        """Return the step that shows what older links name by an element and a part of it, or
        None.
        """
        there = {name: name for name in self.pictures}
        there |= {old: step.name for step in self._shown for old in step.old_names}
        return there.get(f"{element}/{part}", there.get(element))


_GROUPS: dict[str, tuple[PageDeclaration, ...]] = {}
_PAGES: dict[str, PageDeclaration] = {}  # by their names in the address
_CONTROLS: set[str] = set()


def declare(
    groups: Mapping[str, Iterable[PageDeclaration]], beside: Iterable[PageDeclaration] = ()
) -> tuple[PageDeclaration, ...]:
    """Make these all the pages that there are, in this order. `groups`: by the titles of the map,
    with no title those that the map does not list. `beside`: pages to look things up in, at the
    end, to which no way leads. Returns them all."""
    _GROUPS.clear()
    _GROUPS.update({title: tuple(found) for title, found in groups.items()})
    _PAGES.clear()
    all_pages = [*(page for found in _GROUPS.values() for page in found), *beside]
    _PAGES.update({page.path: page for page in all_pages})
    _CONTROLS.clear()
    _CONTROLS.update(*(page.controls for page in _PAGES.values()))
    return tuple(_PAGES.values())


def pages() -> Mapping[str, PageDeclaration]:
    """Return all pages by their names in the address."""
    return MappingProxyType(_PAGES)


def controls() -> frozenset[str]:
    """Return the names of the sliders and switches of all pages."""
    return frozenset(_CONTROLS)


def page(name: str) -> PageDeclaration | None:
    """Return the page of a folder, or of a name in the address."""
    return _PAGES.get(name.replace("_", "-"))


def first_shown(name: str) -> str:
    """Return the step that a view of a single picture shows first, by the page's name in the
    address. It is "" for the first picture of a page without steps.
    """
    declaration = page(name or HOME)
    return (declaration.step_of("") or next(iter(declaration.pictures), "")) if declaration else ""


def groups() -> dict[str, tuple[PageDeclaration, ...]]:
    """Return the pages of the map by the headings above them."""
    return {title: pages for title, pages in _GROUPS.items() if title and pages}
