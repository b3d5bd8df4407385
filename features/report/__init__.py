"""How a course is doing, in counts alone."""
