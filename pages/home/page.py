"""The front page: the laboratory, the guided starts and the map of the course."""

import streamlit as st

from lab.scene.scripts import of_query
from lab.ui import hidden_controls, live_element, page
from lab.ui.page_header_footer import header
from lab.ui.shell import feature_sections, take_away_section
from lab.ui.shell.take_away_section import ShownPage
from pages.home import course_map, guided_starts, laboratory
from pages.home.declaration import PAGE
from pages.home.default_scene import DEFAULT
from pages.home.items import SceneLinks


@st.fragment
def draw_laboratory() -> None:
    scene = page.scene_of_address(DEFAULT, PAGE.words, say=True)
    words = page.view_of_address(PAGE.words)
    picture = laboratory.picture(scene)
    below = [
        item
        for item in picture.below
        if not (isinstance(item, SceneLinks) and hidden_controls.is_hidden("text"))
    ]
    layout = live_element.Layout(picture.main, picture.side, below)
    element = live_element.live("home", scene, layout, view=words)
    course_map.follow_link(element)


header(
    "Explore a decision boundary",
    "One classifier, learned from these points. Drag a slider: the boundary and the numbers change "
    "with it.",
)
draw_laboratory()
if live_element.should_draw_rest():
    course_map.follow_link(guided_starts.element())
    course_map.follow_link(course_map.element())
    feature_sections.draw()
    take_away_section.draw(
        ShownPage("home", page.scene_of_address(DEFAULT, PAGE.words), make_scripts=of_query)
    )
