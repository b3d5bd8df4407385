"""The page Many classes: its scene, the sweeps of four methods, and its endpoints."""
