"""Compute and encode the gallery's sweeps, which show fits on a line or in the plane."""
