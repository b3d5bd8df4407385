"""Compute the gallery's sweeps, fits on a line and in the plane, and encode them."""
