"""Serve Streamlit's own page with the app's start script, and Streamlit's files compressed and in
packs."""
