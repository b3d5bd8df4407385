"""A handout: one HTML file with a live picture that opens from disk, with no server and no network.

    python -m lab.handout "data=moons&seed=3&tau=0.2" out.html

`alone` decides what of a picture stands alone, `sweeps` solves all that its sliders can reach,
`bundle` gathers the scripts, `sheet` writes the file; `course` makes one for every page.
"""
