"""Figure 1 of note 000: a run of kernel SGD, its request, its sweeps and its pictures."""
