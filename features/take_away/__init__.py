"""Exports of a page: scripts, a notebook, a figure and the link."""
