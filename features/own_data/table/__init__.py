"""Read the text of a table, or the bytes of a file, as columns of cells."""
