"""The picture of a kernel's components as fields over the plane."""
