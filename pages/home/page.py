"""The front door: one plane that moves, then the way on."""

import streamlit as st

from lab.scene.fields import has_parameter
from lab.ui import items, live_element, page
from lab.ui.page_header_footer import header
from lab.ui.panels import downloads
from lab.ui.panels import task_shelf as assignments_shelf
from lab.ui.panels.lecture_library import shelf
from pages.home import course_map, guided_starts
from pages.home.default_scene import DEFAULT

SIDES = "On one side of the thick line the answer is “blue cross”, on the other “red circle”."
REACH = "τ, the bandwidth, says how far each point speaks."
RINGED = "The ringed ones, the support vectors, are those that speak."
BEST = "The dotted line, Bayes-optimal, is the best that any classifier can have for these data."


def headings(kernel: str) -> list[items.Item]:
    """What is seen: of τ where the kernel has it, of the best boundary where that is known."""
    if has_parameter(kernel, "tau"):
        title, sentences = "Drag τ", [SIDES, REACH, RINGED]
    else:
        title, sentences = "Where f changes its sign", [SIDES, RINGED]
    return [
        items.for_drawn(items.heading(title, " ".join([*sentences, BEST]))),
        items.for_measured(items.heading(title, " ".join(sentences))),
    ]


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, say=True)
    asked = live_element.live(
        "home",
        scene,
        main=[
            items.plane("A classifier learned from these points."),
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
    )
    course_map.follow_link(asked)


header(
    "A learned boundary, under your thumb",
    "One classifier, learned from these points. Everything here moves while you drag.",
)
picture()
if live_element.should_draw_rest():
    course_map.follow_link(guided_starts.element())
    course_map.follow_link(course_map.element())
    assignments_shelf.shelf()
    shelf()
    downloads.section("home", page.scene_of_address(DEFAULT), again=downloads.of_query)
