"""The consequences of fitting with a function that is not a kernel."""
