"""What theorems promise about the number of examples, and experiments that test it."""
