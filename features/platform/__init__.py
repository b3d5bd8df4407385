"""Marks into the course platform, by LTI 1.3."""
