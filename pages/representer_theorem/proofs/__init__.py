"""The two proofs, step by step."""
