"""The page Kernel ridge: ridge regression over w and over α, another kernel, how much λ."""
