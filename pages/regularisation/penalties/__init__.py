"""The effect of a penalty: its ball and the level sets of RSS, and one coefficient."""
