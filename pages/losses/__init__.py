"""The page Losses: losses over the margin, and the classifiers that minimise them."""
