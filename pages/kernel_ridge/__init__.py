"""The page Kernel ridge: ridge regression over w and over α, other kernels, the choice of λ."""
