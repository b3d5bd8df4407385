"""What is done around a page: one room a feature."""
