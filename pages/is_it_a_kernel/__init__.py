"""The page “Is it a kernel?”: rules of proof and counterexamples."""
