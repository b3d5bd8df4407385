"""The front page: the laboratory, the guided starts and the map of the course."""

import streamlit as st

from lab.scene.scripts import of_query
from lab.ui import live_element, page
from lab.ui.page_header_footer import header
from lab.ui.shell import feature_sections, take_away_section
from lab.ui.shell.take_away_section import ShownPage
from pages.home import course_map, guided_starts, laboratory
from pages.home.declaration import PAGE
from pages.home.default_scene import DEFAULT


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, PAGE.words, say=True)
    words = page.view_of_address(PAGE.words)
    element = live_element.live("home", scene, laboratory.layout(scene), view=words)
    course_map.follow_link(element)


header(
    "Explore a decision boundary",
    "One classifier, learned from these points. Drag a slider: the boundary and the numbers change "
    "with it.",
)
picture()
if live_element.should_draw_rest():
    course_map.follow_link(guided_starts.element())
    course_map.follow_link(course_map.element())
    feature_sections.draw()
    take_away_section.draw(
        ShownPage("home", page.scene_of_address(DEFAULT, PAGE.words), make_scripts=of_query)
    )
