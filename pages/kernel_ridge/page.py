"""Streamlit runs this file: it draws the steps of the page."""

from lab.ui.steps import walk
from pages.kernel_ridge.declaration import PAGE

walk.draw(PAGE)
