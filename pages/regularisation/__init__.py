"""What holds a fit back: degree, penalty, ball, early stopping."""
