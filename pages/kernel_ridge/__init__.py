"""The page Kernel ridge: ridge regression solved for w and for α, other kernels, the choice of λ."""
