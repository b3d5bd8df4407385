"""The page Kernel PCA: principal components, computed from inner products alone."""
