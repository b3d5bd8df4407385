"""Where the points of a scene come from."""
