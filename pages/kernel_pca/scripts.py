"""Scripts that compute the components of a scene, with kernel_core and with scikit-learn."""

from lab.scene.scene import Scene
from lab.scene.scripts import kernel_text, parser_import

_LINE_LENGTH = 80
_DATA = """\
import numpy as np

import kernel_core as kc
{parser}from lab.scene.learning_problem import sample_of
from lab.scene.scene import parse_strict
{more}
link = (
{link}
)
X = sample_of(parse_strict(link)).X
K = ({kernel})(X, X)
"""
_OURS = """\
K = K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + K.mean()  # centred
values, vectors = np.linalg.eigh(K)
values, vectors = values[::-1][:3], vectors[:, ::-1][:, :3]
scores = vectors * np.sqrt(values)  # the components of the points, up to signs
print("eigenvalues:", values)
print("shares of the variance:", values / np.trace(K))
"""
_THEIRS = """\
model = KernelPCA(n_components=3, kernel="precomputed").fit(K)
scores = model.transform(K)  # the components of the points, up to signs
print("eigenvalues:", model.eigenvalues_)
"""


def scripts(scene: Scene) -> tuple[str, str]:
    """Return the scripts with kernel_core and scikit-learn for the points and kernel of a scene."""
    query = scene.query()
    pieces = [query[i : i + _LINE_LENGTH] for i in range(0, len(query), _LINE_LENGTH)]
    values = {
        "parser": parser_import(scene),
        "link": "\n".join(f'    "{piece}"' for piece in pieces),
        "kernel": kernel_text(scene),
    }
    theirs = "from sklearn.decomposition import KernelPCA\n"
    return _DATA.format(more="", **values) + _OURS, _DATA.format(more=theirs, **values) + _THEIRS
