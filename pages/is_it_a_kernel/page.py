"""Streamlit runs this file: it draws the steps of the page."""

from lab.ui.steps import walk
from pages.is_it_a_kernel.declaration import PAGE

walk.draw(PAGE)
