"""The components of a kernel as fields over the plane."""
