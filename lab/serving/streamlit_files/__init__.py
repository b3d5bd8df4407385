"""Serve Streamlit's own page and files, packed and with additions."""
