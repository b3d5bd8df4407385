"""Learning step by step: Figure 1 of 000, and what it rests on."""
