"""Playlists for these tests, and the pages that they may name."""

from hypothesis import strategies as st

from features.lecture.playlist import (
    Playlist,
    PlaylistStep,
)
from features.lecture.playlist_check import COVERS

PAGES = ("", "plane", "solved-steps")
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
steps = st.builds(
    PlaylistStep, page=st.sampled_from(PAGES), title=texts, notes=texts,
    cover=st.sampled_from(COVERS),
    scene=st.sampled_from(("", "tau=0.4", "data=moons&tau=0.1")), question=texts.map("?".__add__),
    options=st.lists(texts.filter(bool), max_size=3).map(tuple),
    ask=st.sampled_from(((), (("kind", "place"),), (("kind", "slider"), ("along", "tau")))),
)  # fmt: skip
lists = st.builds(Playlist, title=texts, steps=st.lists(steps, min_size=1, max_size=8).map(tuple))
