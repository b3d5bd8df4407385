"""Streamlit runs this file: it draws the steps of the page."""

from lab.ui.steps import walk
from pages.kernel_pca.declaration import PAGE

walk.draw(PAGE)
