"""Marking: read submissions, solve their scenes again, and write marks as tables and a page."""
