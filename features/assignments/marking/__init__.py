"""Marking: what was handed in is read, solved again, and told as tables and as a page."""
