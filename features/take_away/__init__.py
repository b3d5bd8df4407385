"""Exports of any page: scripts, notebooks, figures, the link."""
