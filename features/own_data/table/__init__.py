"""Read the bytes of a file as columns of cells."""
