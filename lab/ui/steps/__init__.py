"""Steps of a page: their definition, and how Streamlit draws them."""
