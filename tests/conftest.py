"""What every test shares: one BLAS thread, and reproducible examples."""

import os

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # read once, when NumPy is first imported
os.environ["OMP_NUM_THREADS"] = "1"

from hypothesis import settings

settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")
