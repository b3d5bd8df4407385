"""The least that a Streamlit app can be."""

import streamlit as st

st.title("Empty")
