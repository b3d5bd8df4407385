"""The front door: one plane that moves, then the way on."""

import streamlit as st

from lab import live, page
from lab.scene import Scene

DEFAULT = Scene()


@st.fragment
def picture() -> None:
    live.live(
        "home",
        page.scene_of_address(DEFAULT, say=True),
        main=[live.plane("A classifier learned from 200 points."), live.plane_legend()],
        side=[
            live.heading(
                "Drag τ", "Watch the thick line: it parts the blue crosses from the red circles."
            ),
            live.tau_slider(),
            live.readouts(*live.basic_rows()),
            live.error_curve(),
            live.link("rbf-bandwidth", "Go on: how far does one example speak?"),
        ],
    )


page.question(
    "A learned boundary, under your thumb",
    "Two hundred points, one classifier. Everything here moves while you drag.",
)
picture()
