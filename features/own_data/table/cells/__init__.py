"""Read cells: their numbers, decimal signs, units and missing values."""
