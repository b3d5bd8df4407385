"""A class of learners at once: who they are, what they do, and what the servers make of it."""
