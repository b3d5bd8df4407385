"""Load or sample the points of a scene."""
