"""The shell of every page: the list of pages, the navigation on top, the page's own furniture."""

import streamlit as st

from lab import course, hide, look, page
from lab.lecture.stage import stage
from lab.serving.door import DOOR

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

COURSE = course.current()

with DOOR.entered():
    st.set_page_config(page_title=COURSE.title, layout="wide")
    look.furnish()
    LISTED = COURSE.order(PAGES, page.name_of)
    alone = hide.lecture() or hide.hidden("navigation") or st.context.is_embedded
    shown = st.navigation(LISTED, position="hidden" if alone else "top")
    st.session_state[page.HERE] = page.name_of(shown)
    stage(LISTED, shown)
    shown.run()
    page.links_home(COURSE.links)
