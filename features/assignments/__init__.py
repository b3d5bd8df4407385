"""Homework: assignments as files, answers as links, and marking by solving each scene again."""
