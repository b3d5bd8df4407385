"""The page Many classes: four methods for more than two classes."""
