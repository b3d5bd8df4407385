"""Scripts that reproduce a scene's fits: one fits all four methods with kernel_core, the other all
but the tree with scikit-learn, if scikit-learn has the scene's loss and risk.

Both scripts print the training error of each of their methods; tests run the scripts and compare
these errors.
"""

from lab.scene.class_learning_problem import shape
from lab.scene.class_scene import ClassScene
from lab.scene.scripts import kernel_text, parser_import


def scripts(scene: ClassScene) -> tuple[str, str]:
    """Return the scripts with kernel_core and scikit-learn; they run in the project's folder."""
    return with_kernel_core(scene), with_scikit_learn(scene)


def _begin(scene: ClassScene) -> str:
    return f"""{parser_import(scene)}from lab.scene import class_scene as scenes

sample = scenes.parse("{scene.query()}")[0].sample
X, y = sample.X, sample.y
kernel = {kernel_text(scene)}"""


def with_kernel_core(scene: ClassScene) -> str:
    """Return the script that fits the four methods, and prints their errors and duality gaps."""
    return f"""import kernel_core as kc
from kernel_core import multiclass as mc
{_begin(scene)}
problem = mc.ClassProblem(
    X, y, kc.{scene.loss.title()}(), risk="{scene.risk}", intercept={bool(scene.intercept)},
    tree={shape(scene)!r})
methods = {{"ova": "one-versus-all", "ovo": "one-versus-one", "tree": "tree", "softmax": "softmax"}}

for method, name in methods.items():
    s = mc.solve_classes(problem, kernel, {scene.lam!r}, method)
    wrong = (s.predict(X, ties="{scene.tie_rule}", seed={scene.draw}) != y).mean()
    print(f"{{name}}: training error {{wrong:.4f}}, largest duality gap {{s.worst_gap:.0e}}")
"""


def with_scikit_learn(scene: ClassScene) -> str:
    """Return the script with scikit-learn's wrappers, which have no tree, or a comment that
    explains why there is no such script.
    """
    if scene.loss == "exponential":
        return "# scikit-learn has no kernel classifier with the exponential loss.\n"
    if scene.risk == "mean":
        return (
            "# scikit-learn's wrappers cannot average each classifier's losses over its points.\n"
        )
    softmax = f"C={1 / scene.lam!r}, fit_intercept={bool(scene.intercept)}, max_iter=10**4"
    return f"""import numpy as np
import kernel_core as kc  # for the same data and kernel
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.svm import SVC, LinearSVC  # SVC always has an intercept
{_begin(scene)}

# Coordinates in which the kernel is the plain inner product: K = Phi @ Phi.T
values, vectors = np.linalg.eigh(kernel(X, X))
Phi = vectors * np.sqrt(np.maximum(values, 0))
learner = {_learner(scene)}
softmax = LogisticRegression({softmax})

for name, model in {{
    "one-versus-all": OneVsRestClassifier(learner),
    "one-versus-one": OneVsOneClassifier(learner),
    "softmax": softmax,
}}.items():
    print(f"{{name}}: training error {{(model.fit(Phi, y).predict(Phi) != y).mean():.4f}}")
"""


def _learner(scene: ClassScene) -> str:
    """Return the code that builds the binary learner."""
    weight, intercept = f"C={1 / scene.lam!r}", f"fit_intercept={bool(scene.intercept)}"
    if scene.loss == "logistic":
        return f"LogisticRegression({weight}, {intercept}, max_iter=10**4)"
    if scene.loss == "squared":
        return f"RidgeClassifier(alpha={scene.lam!r}, {intercept})"
    if scene.intercept:
        return f'SVC({weight}, kernel="linear")'
    return f'LinearSVC({weight}, loss="hinge", {intercept}, max_iter=10**6, random_state=0)'
