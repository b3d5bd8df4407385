"""A minimal Streamlit app."""

import streamlit as st

st.title("Empty")
