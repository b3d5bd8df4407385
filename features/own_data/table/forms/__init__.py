"""Forms of text other than rows of separated cells: those that are read, and those refused."""
