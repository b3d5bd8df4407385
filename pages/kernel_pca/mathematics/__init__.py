"""The computations of this page alone, in NumPy and kernel_core."""
