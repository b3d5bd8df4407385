"""What a penalty does: its ball beside the level sets of RSS, and to one coefficient alone."""
