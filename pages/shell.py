"""The shell of every page: the list of pages, the navigation on top, the page's own furniture."""

import streamlit as st

from lab.course import course
from lab.lecture.view import stage
from lab.serving.page_run_limiter import DOOR
from lab.ui import hidden_controls, page, theme_css

PAGES = [
    st.Page("home/page.py", title="Kernel methods, live", default=True),
    st.Page("losses/page.py", title="Losses", url_path="losses"),
    st.Page("rbf_bandwidth/page.py", title="RBF bandwidth", url_path="rbf-bandwidth"),
    st.Page("svm/page.py", title="SVM", url_path="svm"),
    st.Page("kernel_trick/page.py", title="Kernel trick", url_path="kernel-trick"),
    st.Page("is_it_a_kernel/page.py", title="Is it a kernel?", url_path="is-it-a-kernel"),
    st.Page(
        "representer_theorem/page.py", title="Representer theorem", url_path="representer-theorem"
    ),
    st.Page("multiclass/page.py", title="Many classes", url_path="multiclass"),
    st.Page("regularisation/page.py", title="Regularisation", url_path="regularisation"),
    st.Page(
        "stochastic_gradient/page.py", title="Stochastic gradient", url_path="stochastic-gradient"
    ),
]

COURSE = course.current()

with DOOR.entered():
    st.set_page_config(page_title=COURSE.title, layout="wide")
    theme_css.furnish()
    LISTED = COURSE.order(PAGES, page.name_of)
    alone = (
        hidden_controls.lecture() or hidden_controls.hidden("navigation") or st.context.is_embedded
    )
    shown = st.navigation(LISTED, position="hidden" if alone else "top")
    st.session_state[page.HERE] = page.name_of(shown)
    stage(LISTED, shown)
    shown.run()
    page.links_home(COURSE.links)
