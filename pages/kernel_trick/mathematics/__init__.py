"""The computations that only this page needs, in NumPy and kernel_core."""
