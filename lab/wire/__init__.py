"""Write solutions as bytes: fields, errors, counts, rounding and layout."""
