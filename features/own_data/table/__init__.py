"""From the bytes of a file to columns of cells."""
