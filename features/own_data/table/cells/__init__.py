"""Read one cell: its number, decimal sign, unit, or a missing value."""
