"""A handout: one HTML file with a live picture that opens from disk, with no server and no network.

    python -m features.site.handout "data=moons&seed=3&tau=0.2" out.html

`offline_items` selects the items that work without a server, `precomputed_sweeps` solves the sweeps
of the sliders, `html_template` writes the file; `build` puts them together.
"""
