"""GD, SGD and Newton on one risk: their ways, their work and their times."""
