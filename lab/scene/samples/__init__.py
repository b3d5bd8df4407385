"""Load or draw the points of a scene."""
