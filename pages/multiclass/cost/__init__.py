"""The computational cost of each method."""
