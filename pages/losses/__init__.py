"""The page Losses."""
