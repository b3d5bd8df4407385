"""The sections on softmax: probabilities, likelihood, steps of SGD, and two classes."""
