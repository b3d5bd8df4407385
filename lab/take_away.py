"""What a learner takes along: the picture as a Plotly figure, and code that makes it again."""

import streamlit as st

from lab.recipes import with_kernel_core, with_scikit_learn
from lab.scene import Scene


@st.dialog("The same picture as a figure", width="large")
def figure_dialog(scene: Scene) -> None:
    from lab import figures  # Plotly takes a second to import; the first picture needs none of it

    theme = "dark" if st.context.theme.type == "dark" else "light"
    st.plotly_chart(figures.plane(scene, theme), theme=None)
    st.code(scene.query(), language=None)


def code(scene: Scene) -> None:
    """The picture in code, twice, and its full address."""
    ours, theirs = st.tabs(["kernel_core", "scikit-learn"])
    ours.code(with_kernel_core(scene), language="python")
    theirs.code(with_scikit_learn(scene), language="python")
    st.markdown("The same picture for somebody else: put this behind the page's address.")
    st.code(f"?{scene.query()}", language=None)
