"""The challenges of five pages' first pictures; all others stand beside their element."""
