"""The page Kernel PCA: the leading components of points, from inner products alone."""
