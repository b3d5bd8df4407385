"""The page Stochastic gradient: Figure 1 of note 000, the perceptron, GD and Newton's method."""
