"""The pages, one folder each, and the shell that lists them."""
