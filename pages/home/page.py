"""The front page: a plane with a slider, the guided starts and the map of the course."""

import streamlit as st

from lab.scene.fields import KERNEL_PARAMETERS, Field, kernel_sliders_of
from lab.scene.scripts import of_query
from lab.ui import items, live_element, page
from lab.ui.page_header_footer import header
from lab.ui.shell import feature_sections, take_away_section
from lab.ui.shell.take_away_section import ShownPage
from pages.home import course_map, guided_starts
from pages.home.default_scene import DEFAULT

SIDES = "On one side of the thick line the answer is “blue cross”, on the other “red circle”."
REACH = "τ, the bandwidth, sets how far each example’s influence reaches."
RINGED = "The ringed examples are the support vectors: only they determine the boundary."
BEST = (
    "The dotted line is the Bayes-optimal boundary: no classifier has fewer errors on new points."
)


def headings(kernel: str) -> list[items.Item]:
    """Return the headings beside the picture, for data with and without a known Bayes-optimal
    boundary. They name the sliders of the kernel, if it has any.
    """
    parameters = [KERNEL_PARAMETERS[along] for along in kernel_sliders_of(kernel)]
    title, sentences = "Where f changes its sign", [SIDES, RINGED]
    if parameters:
        title = f"Drag {' and '.join(field.symbol for field in parameters)}"
        sentences = [SIDES, *map(_meaning, parameters), RINGED]
    return [
        items.for_drawn(items.Heading(title, " ".join([*sentences, BEST]))),
        items.for_measured(items.Heading(title, " ".join(sentences))),
    ]


def _meaning(parameter: Field) -> str:
    if parameter.name == "tau":
        return REACH
    return f"{parameter.symbol} is the kernel’s {parameter.label.lower()}."


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, say=True)
    triggers = live_element.live(
        "home",
        scene,
        live_element.Layout(
            main=[
                items.Plane("A classifier learned from these points."),
                items.plane_legend(),
            ],
            side=[
                course_map.resume(),
                *headings(scene.kernel),
                items.single_slider(scene.kernel),
                items.readouts(
                    items.row("support", "Support vectors", "count"),
                    items.row("train_error", "Training error", "percent", "on these points"),
                    items.row("test_error", "Test error", "percent", "on new ones"),
                ),
                items.error_curve(bayes=False),
            ],
        ),
    )
    course_map.follow_link(triggers)


header(
    "Explore a decision boundary",
    "One classifier, learned from these points. Everything here moves while you drag.",
)
picture()
if live_element.should_draw_rest():
    course_map.follow_link(guided_starts.element())
    course_map.follow_link(course_map.element())
    feature_sections.draw()
    take_away_section.draw(ShownPage("home", page.scene_of_address(DEFAULT), again=of_query))
