"""The front door: one plane that moves, then the way on."""

import streamlit as st

from lab import course_map, first, live, page, take_away
from lab.lecture.shelf import shelf
from lab.opening import opening

DEFAULT = first.BANDWIDTH


@st.fragment
def picture() -> None:
    asked = live.live(
        "home",
        page.scene_of_address(DEFAULT, say=True),
        main=[live.plane("A classifier learned from 200 points."), live.plane_legend()],
        side=[
            course_map.resume(),
            live.heading(
                "Drag τ", "Watch the thick line: it parts the blue crosses from the red circles."
            ),
            live.tau_slider(),
            live.readouts(*live.basic_rows()),
            live.error_curve(),
        ],
    )
    course_map.followed(asked)
    live.then_rest(asked)


opening(
    "A learned boundary, under your thumb",
    "Two hundred points, one classifier. Everything here moves while you drag.",
)
picture()
if live.rest_is_due():
    course_map.followed(course_map.element())
    shelf()
    take_away.section("home", page.scene_of_address(DEFAULT), again=take_away.of_query)
