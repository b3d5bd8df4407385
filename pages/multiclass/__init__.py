"""Many classes: the scene of the page Multiclass, its sweeps of four methods, its answers."""
