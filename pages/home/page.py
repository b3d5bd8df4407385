"""The front door: one plane that moves, then the way on."""

import streamlit as st

from lab.export import downloads
from lab.lecture.library import shelf
from lab.ui import items, live_element, page
from lab.ui.page_header_footer import opening
from lab.ui.shell import course_map
from pages.home.default_scene import DEFAULT


@st.fragment
def picture() -> None:
    asked = live_element.live(
        "home",
        page.scene_of_address(DEFAULT, say=True),
        main=[
            items.plane("A classifier learned from 200 points."),
            items.plane_legend(),
        ],
        side=[
            course_map.resume(),
            items.heading(
                "Drag τ", "Watch the thick line: it parts the blue crosses from the red circles."
            ),
            items.tau_slider(),
            items.readouts(*items.basic_rows()),
            items.error_curve(),
        ],
    )
    course_map.followed(asked)
    live_element.then_rest(asked)


opening(
    "A learned boundary, under your thumb",
    "Two hundred points, one classifier. Everything here moves while you drag.",
)
picture()
if live_element.rest_is_due():
    course_map.followed(course_map.element())
    shelf()
    downloads.section("home", page.scene_of_address(DEFAULT), again=downloads.of_query)
