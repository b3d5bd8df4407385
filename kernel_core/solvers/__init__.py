"""How the fits are found: active set and path following, Newton, and what they share."""
