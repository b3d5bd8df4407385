"""Write solutions as bytes: fields, errors, rounding, layout."""
