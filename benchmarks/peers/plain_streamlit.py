"""The page RBF bandwidth in plain Streamlit: a slider, scikit-learn, a Plotly chart."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from sklearn.svm import SVC

import kernel_core as kc

density = kc.datasets.mixture()
X, y = density.sample(200, 0)
x0, x1, y0, y1 = density.window
gx, gy = np.linspace(x0, x1, 81), np.linspace(y0, y1, 81)
mesh = np.stack(np.meshgrid(gx, gy), axis=-1).reshape(-1, 2)

tau = 2 ** st.slider("log₂ τ", -4.3, 2.6, -1.3, 0.1)
model = SVC(C=200, gamma=1 / (2 * tau**2)).fit(X, y)
f = model.decision_function(mesh).reshape(81, 81)

levels = {"start": -1, "end": 1, "size": 1, "coloring": "none"}
figure = go.Figure(
    [
        go.Heatmap(x=gx, y=gy, z=f, colorscale="RdBu", zmid=0),
        go.Contour(x=gx, y=gy, z=f, contours=levels),
        go.Scatter(x=X[:, 0], y=X[:, 1], mode="markers", marker={"color": y}),
    ]
)
figure.update_layout(title=f"τ = {tau:.3f}", height=600)
st.plotly_chart(figure)
