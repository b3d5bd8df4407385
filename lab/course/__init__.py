"""course.toml: what a host sets for a course."""
