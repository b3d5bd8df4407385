"""The page Losses: what a mistake costs."""
