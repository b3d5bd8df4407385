"""Send marks to the course platform, by LTI 1.3."""
