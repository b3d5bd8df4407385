"""The page Regularisation: polynomial degree, penalties, norm balls, implicit regularisation."""
