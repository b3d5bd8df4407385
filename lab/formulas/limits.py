"""Bound the size of a formula, so that parsing, building and evaluating any text takes bounded
time."""

MAX_CHARACTERS = 300
MAX_NODES = 100  # largest number of nodes of a formula's tree
MAX_DEPTH = 30  # largest number of nested brackets and exponents, plus one for the whole formula
MAX_COORDINATE = 64  # largest index of a coordinate: x1, x2, …
MAX_POWER = 12  # largest exponent of a function of both points; the power becomes a product
MAX_DEGREE = 20  # largest degree of a polynomial kernel
# Largest number of terms of all sums of a formula; each term costs time at every pair of points.
MAX_TERMS = 500
MAX_STEPS = 60  # largest number of nodes of an expanded kernel; (k^12)^12 expands to 287
