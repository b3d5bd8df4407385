"""The live element and its items, and what all pages have."""
