"""Progress of a course in anonymous counts."""
