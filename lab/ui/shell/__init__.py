"""What stands around every page: its style, the map, and what is said where it fails."""
