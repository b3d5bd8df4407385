"""Homework: an assignment is a file, an answer is a link, and marking is solving it again."""
