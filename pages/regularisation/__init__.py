"""What holds a fit back: degree, penalty, ball, early stopping (rows G1 to G7)."""
