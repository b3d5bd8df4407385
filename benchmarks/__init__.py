"""Measure speed against comparable software: `make bench`, or `python -m benchmarks solver
wire`."""

import os

# NumPy reads this at its first import, here and in the servers that are started.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OMP_NUM_THREADS"] = "1"
