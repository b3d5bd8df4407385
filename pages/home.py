"""The front door: one plane that moves, then the way on."""

import streamlit as st

from lab import first, live, page
from lab.opening import opening

DEFAULT = first.BANDWIDTH


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
        ],
    )


opening(
    "A learned boundary, under your thumb",
    "Two hundred points, one classifier. Everything here moves while you drag.",
)
picture()
st.header("Where to go from here", anchor=False)
WAYS = {
    "losses.py": ("What should a mistake cost?", "Six losses, and what each does to the line."),
    "rbf_bandwidth.py": (
        "How far does one example speak?",
        "Bandwidth, from wild to straight.",
    ),
    "svm.py": ("Which line leaves the widest street?", "Draw one, then see the best one proved."),
}
for column, (target, (title, what)) in zip(st.columns(len(WAYS)), WAYS.items(), strict=True):
    with column:
        page.go_on(target, title)
        st.markdown(what)
