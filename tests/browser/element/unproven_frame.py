"""A scene whose duality gap stays above the solvers' tolerance, and the planes that say so."""

QUERY = "kernel=poly&degree=8&lam=1e-6"
MARKED = "canvas[data-unproven]"
