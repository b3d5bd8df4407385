"""Guided starts: selections of steps, from three steps to the core steps of all pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lab.course import course, page_declaration
from lab.scene.fields import count_word
from lab.ui import live_element
from pages.home.items import Start, StartPlace, Starts

_STEPS_IN_TEN_MINUTES = 3


@dataclass(frozen=True)
class GuidedStart:
    """A selection of steps.

    `steps` maps the folder of a page to the number of its core steps to include, None for all.
    `end` takes the place of `line` when all steps are done.
    """

    title: str
    line: str
    end: str
    steps: Mapping[str, int | None]

    def places(self) -> list[StartPlace]:
        """Return the steps of this start, each with its address.

        Pages that the course leaves out are skipped. A page without steps counts as one step.
        """
        return [place for name, count in self.steps.items() for place in _of_page(name, count)]


def _of_page(name: str, count: int | None) -> list[StartPlace]:
    page = page_declaration.page(name)
    if page is None or not course.current().has(name):
        return []
    if not page.steps:
        ids = [challenge.id for challenge in page.challenges]
        return [
            {"address": page.path, "title": page.title, "page": "", "id": "", "challenges": ids}
        ]
    core = [step for step in page.steps if step.depth == "core"]
    links = [step.link(page.name) for step in core[:count]]
    return [
        {
            "address": page.path + (f"?step={link['name']}" if k else ""),
            "title": link["title"],
            "page": page.title,
            "id": link["id"],
            "challenges": link["challenges"],
        }
        for k, link in enumerate(links)
    ]


STARTS = (
    GuidedStart(
        "Ten minutes",
        f"One kernel and its bandwidth τ, in {count_word(_STEPS_IN_TEN_MINUTES)} steps: at the end "
        f"you can choose τ and justify your choice.",
        "You can choose τ and justify your choice: with narrow bumps f follows single examples, so "
        "that a training error of 0\u00a0% can go with a test error larger than necessary.",
        {"rbf_bandwidth": _STEPS_IN_TEN_MINUTES},
    ),
    GuidedStart(
        "An evening",
        "From a single kernel function to the widest margin: at the end you know which examples "
        "determine the boundary, and why the others do not.",
        "You know which examples determine the boundary: the support vectors. The others have "
        "αᵢ = 0 and contribute nothing to f.",
        {"rbf_bandwidth": 4, "kernel_trick": 2, "losses": 2, "regularisation": 1, "svm": 3},
    ),
    GuidedStart(
        "The lecture",
        "The core steps of every page: at the end you can choose kernel, loss and λ and justify "
        "your choice.",
        "You can choose kernel, loss and λ by the error on examples that the fit has not seen, and "
        "say what each of them changes.",
        dict.fromkeys((
            "rbf_bandwidth", "kernel_trick", "is_it_a_kernel", "losses", "regularisation",
            "representer_theorem", "kernel_ridge", "svm", "stochastic_gradient", "multiclass",
            "kernel_pca",
        )),
    ),
)  # fmt: skip


def element() -> Any:
    """Draw the guided starts that have steps in this course, and return their triggers, for
    `course_map.follow_link`."""
    starts: list[Start] = [
        {"title": start.title, "line": start.line, "end": start.end, "places": places}
        for start in STARTS
        if (places := start.places())
    ]
    return live_element.mount_static("starts", Starts(starts=starts))
