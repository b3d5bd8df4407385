"""What this page alone computes: NumPy and kernel_core, nothing else."""
