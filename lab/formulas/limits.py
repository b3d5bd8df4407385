"""Bound the size of a formula, so that parsing, building and evaluating any text takes bounded
time."""

MAX_CHARACTERS = 300
MAX_NODES = 100  # nodes of a formula's tree
MAX_DEPTH = 30  # levels of nested brackets
MAX_COORDINATE = 64  # largest index of a coordinate: x1, x2, …
MAX_POWER = 12  # exponent of a kernel, whose power is expanded to a product
MAX_DEGREE = 20  # degree of a polynomial kernel
MAX_TERMS = 500  # terms of all sums of a formula; each term costs time at every pair of points
MAX_STEPS = 60  # nodes of an expanded kernel: (k^12)^12 is short but has 287
