"""What one cell says: a number, how it is written, its unit, or that there is none."""
