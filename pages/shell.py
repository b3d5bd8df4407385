"""The shell of every page: the list of pages, the navigation on top, the page's own furniture."""

import streamlit as st

from lab import look

PAGES = [
    st.Page("home.py", title="Kernel methods, live", default=True),
    st.Page("losses.py", title="Losses", url_path="losses"),
    st.Page("rbf_bandwidth.py", title="RBF bandwidth", url_path="rbf-bandwidth"),
    st.Page("svm.py", title="SVM", url_path="svm"),
    st.Page("kernel_trick.py", title="Kernel trick", url_path="kernel-trick"),
    st.Page("is_it_a_kernel.py", title="Is it a kernel?", url_path="is-it-a-kernel"),
    st.Page("representer_theorem.py", title="Representer theorem", url_path="representer-theorem"),
    st.Page("multiclass.py", title="Many classes", url_path="multiclass"),
    st.Page("regularisation.py", title="Regularisation", url_path="regularisation"),
    st.Page("stochastic_gradient.py", title="Stochastic gradient", url_path="stochastic-gradient"),
]

st.set_page_config(page_title="Kernel methods, live", layout="wide")
look.furnish()
st.navigation(PAGES, position="top").run()
