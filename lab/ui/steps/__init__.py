"""A page as a walk of steps: what a step is, and how Streamlit draws the list."""
