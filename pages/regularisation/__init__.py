"""The page Regularisation: degree, penalty, ball, implicit regularisation."""
