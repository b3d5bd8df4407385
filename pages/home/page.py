"""The front door: one plane that moves, then the way on."""

import streamlit as st

from lab.ui import items, live_element, page
from lab.ui.page_header_footer import header
from lab.ui.panels import downloads
from lab.ui.panels import task_shelf as assignments_shelf
from lab.ui.panels.lecture_library import shelf
from pages.home import course_map, guided_starts
from pages.home.default_scene import DEFAULT

DRAG = (
    "On one side of the thick line the answer is “blue cross”, on the other “red circle”. τ, the "
    "bandwidth, says how far each point speaks. The ringed ones, the support vectors, are those "
    "that speak."
)
BEST = "The dotted line, Bayes-optimal, is the best that any classifier can have for these data."


@st.fragment
def picture() -> None:
    asked = live_element.live(
        "home",
        page.scene_of_address(DEFAULT, say=True),
        main=[
            items.plane("A classifier learned from these points."),
            items.plane_legend(),
        ],
        side=[
            course_map.resume(),
            items.for_drawn(items.heading("Drag τ", f"{DRAG} {BEST}")),
            items.for_measured(items.heading("Drag τ", DRAG)),
            items.tau_slider(),
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
