"""Streamlit's own page and files, on their way from the disk to the browser."""
