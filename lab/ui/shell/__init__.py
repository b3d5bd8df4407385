"""The parts around every page: its style, the map, its foot, and error messages."""
