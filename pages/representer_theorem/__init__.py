"""The page Representer theorem: the best function is a sum over the data."""
