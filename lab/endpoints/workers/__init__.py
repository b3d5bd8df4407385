"""Where answers are computed: equal things once, and each for so long and no longer."""
