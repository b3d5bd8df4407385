"""The sections on softmax: probabilities, likelihood, and steps of SGD."""
