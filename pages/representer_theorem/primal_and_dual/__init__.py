"""The same problem solved over θ and over α, and the cost of each."""
