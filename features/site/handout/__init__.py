"""A handout: one HTML file with a live picture that opens from disk, with no server and no network.

    python -m features.site.handout "data=moons&seed=3&tau=0.2" out.html

`offline_items` says what of a picture works without a server, `precomputed_sweeps` solves all
that its sliders can reach, `html_template` writes the file;
`build` puts them together.
"""
