"""The four methods side by side."""
