"""How large a formula may be, so that any text is read, built and computed in bounded time."""

MOST_CHARACTERS = 300
MOST_NODES = 100  # of the tree that a text is read into
MOST_DEPTH = 30  # of its brackets
MOST_COORDINATE = 64  # x1, x2, …
MOST_POWER = 12  # of a kernel, which is multiplied out
MOST_DEGREE = 20  # of poly
MOST_TERMS = 500  # of the sums of a formula in all: each costs time at every pair of points
MOST_STEPS = 60  # of a kernel written out: (k^12)^12 is short, and has 287
