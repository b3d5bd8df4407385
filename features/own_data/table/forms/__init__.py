"""Texts other than rows of separated cells: formats that are read, and formats that are refused."""
