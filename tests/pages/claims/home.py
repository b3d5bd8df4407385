"""What computes the numbers in the text of the page home."""

import tomllib

from lab.course.course import ROOT
from lab.course.page_declaration import page
from lab.lecture.playlist import names
from lab.scene.class_fields import most_classes
from lab.ui.steps.step import Step
from pages.home.guided_starts import STARTS
from tests.pages.claims import losses, multiclass
from tests.pages.claims.computed import claim

WORDS_A_MINUTE, MINUTES_A_PICTURE = 120, 2  # of a slow reader, who tries everything


def steps_of_a_lecture(name: str):
    found = tomllib.loads((ROOT / "lab" / "lectures" / f"{name}.toml").read_text("utf-8"))

    @claim("home", f"[{found['title'].partition(' (note')[0]} ")
    def steps():
        on_ridge = [one for one in found["step"] if one.get("element") in ("ridge", "identity")]
        return {float(len(found["step"])), *([float(len(on_ridge))] if name == "003" else [])}


for name in names():
    steps_of_a_lecture(name)


@claim("home", "Ten minutes")
def time_of_the_first_start():
    minutes = 0.0
    for folder, count in STARTS[0].steps.items():
        for step in page(folder).steps[:count]:
            minutes += len(text_of(step).split()) / WORDS_A_MINUTE + MINUTES_A_PICTURE
    assert 5 < minutes <= 10, minutes
    return {10.0}


def text_of(step: Step) -> str:
    asked = [text for one in step.challenges for text in (one.question, one.goal, one.why)]
    return " ".join([step.question, step.lead, *map(str, step.mathematics), *asked])


@claim("home", "One kernel and its width")
def steps_of_the_first_start():
    return {float(len(STARTS[0].places()))}


@claim("home", "Nine losses")
def losses_of_the_table():
    return losses.losses_of_the_table()


@claim("home", "Four ways")
def ways_of_many_classes():
    return multiclass.planes()


@claim("home", "Four ways from two classes to ten")
def most_of_the_classes():
    return [*ways_of_many_classes(), float(most_classes("blobs"))]
