"""GD, SGD and Newton's method on one risk: their paths, work and times."""
