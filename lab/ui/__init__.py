"""The live element and its items, and the parts that all pages share."""
