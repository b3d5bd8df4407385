"""The page Kernel trick: inner products without the features."""
