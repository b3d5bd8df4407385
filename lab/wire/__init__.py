"""Turn solutions into bytes: compute fields, errors and counts, round them, and lay them out."""
