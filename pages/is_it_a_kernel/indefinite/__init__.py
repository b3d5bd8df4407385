"""What goes wrong in a fit with a function that is no kernel."""
