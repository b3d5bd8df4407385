"""The page Stochastic gradient: Figure 1 of note 000, and the methods behind it."""
