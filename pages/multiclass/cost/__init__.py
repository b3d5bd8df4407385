"""The computational cost of each method for many classes."""
