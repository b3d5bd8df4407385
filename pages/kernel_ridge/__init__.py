"""The page Kernel ridge: ridge regression solved for w and α, other kernels, the choice of λ."""
