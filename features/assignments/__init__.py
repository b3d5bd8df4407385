"""Homework: assignments and answers as files or links, and marking that solves each scene again."""
