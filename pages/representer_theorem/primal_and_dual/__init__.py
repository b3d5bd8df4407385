"""The same problem solved over θ and over α, and what each costs."""
