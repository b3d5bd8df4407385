"""Sounds of pictures, measured in a browser."""
