"""From a solution to bytes."""
