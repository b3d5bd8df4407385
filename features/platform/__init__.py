"""Send marks to the course platform, with LTI 1.3."""
