"""Features around the pages, one folder each."""
