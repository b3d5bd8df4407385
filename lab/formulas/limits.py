"""Bounds on the size of a formula, so that any text is parsed, built and computed in bounded
time."""

MAX_CHARACTERS = 300
MAX_NODES = 100  # of the tree that a text is read into
MAX_DEPTH = 30  # of its brackets
MAX_COORDINATE = 64  # x1, x2, …
MAX_POWER = 12  # of a kernel, written as a product
MAX_DEGREE = 20  # of poly
MAX_TERMS = 500  # of the sums of a formula in all: each costs time at every pair of points
MAX_STEPS = 60  # of an expanded kernel: (k^12)^12 is short but has 287
