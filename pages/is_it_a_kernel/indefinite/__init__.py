"""What a fit with a function that is no kernel runs into."""
