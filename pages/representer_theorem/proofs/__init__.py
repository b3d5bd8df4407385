"""The proofs of Theorems 2.1 and A.1 of note 000, step by step."""
