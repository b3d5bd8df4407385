"""Figure 1 of the notes: a run of kernel SGD, its scene, its sweeps and its picture."""
