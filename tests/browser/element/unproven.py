"""A scene whose gap stays above what the solvers aim at, and the planes that say so."""

QUERY = "kernel=poly&degree=8&lam=1e-6"
MARKED = "canvas[data-unproven]"
