"""One place to add: a copy of the app gets a loss by what CONTRIBUTING says, and nothing else; then
it is in the controls, in what is taken away, and the server answers with it."""

import pytest

from tests.pages.test_deletable import ROOT, copied, run_in

LOSS = '''
class SmoothedHinge(MarginLoss):
    """The hinge with its kink rounded off between yz = 0 and yz = 1."""

    name = "smoothed-hinge"
    label = "smoothed hinge"
    formula = r"$\\frac12 [1 - z]_+^2$, before 0: $\\frac12 - z$"
    slope_formula = "$z - 1$, cut at −1 and 0"
    smooth = True
    pieces = (Piece(1.0, -1.0, 0.0, 1.0),)

    def phi(self, s: np.ndarray) -> np.ndarray:
        return np.where(s < 0, 0.5 - s, 0.5 * np.square(np.maximum(0.0, 1.0 - s)))

    def slope(self, s: np.ndarray) -> np.ndarray:
        return -np.clip(1.0 - s, 0.0, 1.0)

    def dual(self, v: np.ndarray) -> np.ndarray:
        return v + np.square(v) / 2

    def curvature(self, z: ArrayLike, y: ArrayLike) -> np.ndarray:
        s = self.check_labels(y) * z
        return np.logical_and(s > 0, s < 1).astype(float)

'''

# What all scripts below have at hand; a script runs in the copy's folder.
TOOLS = f"""
import json, sys
sys.path.append({str(ROOT)!r})  # the tests' client; all else is the copy's
import app
import kernel_core as kc
from streamlit.testing.v1 import AppTest
from lab.endpoints import sklearn_comparison
from lab.endpoints.sweep_endpoint import FRAMES
from lab.export.downloads import scripts_of
from lab.export.notebook import notebook
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, parse_strict
from lab.ui import live_element
from lab.ui.palette import THEMES
from lab.wire import safetensors_format
from tests.lab.asgi import get
from tests.pages.goals import data_of, items
from starlette.applications import Starlette

assert not app.__file__.startswith({str(ROOT)!r}), "the copy is what runs"


def shown(page, **address):
    at = AppTest.from_file("pages/shell.py", default_timeout=60)
    at.session_state[live_element.SEEN] = True
    for name, value in address.items():
        at.query_params[name] = value
    at.run()
    at.switch_page(f"{{page}}/page.py").run()
    assert not at.exception, at.exception[0].message
    return at


def answered(scene, along="lam"):
    reply = get(Starlette(routes=FRAMES.routes()), "/frames",
                f"{{scene.query()}}&along={{along}}&stops=3&grid=11")
    assert reply.status == 200, reply.body[:300]
    return safetensors_format.decode(reply.body)


def taken_away(scene):
    scripts = scripts_of(scene)
    written = notebook("losses", "?", scripts, scene=scene)
    assert json.dumps(scripts["kernel_core"].splitlines()[-1])[1:-1] in written
    exec(compile(scripts["kernel_core"], "script", "exec"), names := {{}})
    own = problem(scene).fit()
    assert abs(names["s"].primal - own.primal) <= 1e-5 * max(1, abs(own.primal))
    return scripts, written
"""


def insert(root, name, before, text):
    """`text` in a file, before a line that is there once."""
    path = root / name
    whole = path.read_text("utf-8")
    assert whole.count(before) == 1, (name, before)
    path.write_text(whole.replace(before, text + before), encoding="utf-8")


def with_loss(root):
    """One class, and its name in the two lists of its file."""
    losses = "kernel_core/losses.py"
    insert(root, losses, "\n\ndef _xlogx(", f"\n{LOSS}")
    insert(root, losses, "        ZeroOne(),\n", "        SmoothedHinge(),\n")
    insert(root, losses, '    "Squared",\n', '    "SmoothedHinge",\n')


@pytest.fixture(scope="module")
def extended(tmp_path_factory):
    root = tmp_path_factory.mktemp("extended")
    copied(root)
    with_loss(root)
    return root


def run(root, script):
    done = run_in(root, f"{TOOLS}\n{script}\nprint('all there')")
    assert "all there" in done.stdout, done.stderr[-3000:]


def test_a_loss_is_one_class(extended):
    run(
        extended,
        """
scene = Scene(loss="smoothed-hinge", m=40)
at = shown("losses", loss="smoothed-hinge", m="40")
(text,) = [m.value for m in at.markdown if "| zero-one |" in m.value]
assert "| smoothed hinge | $\\\\frac12 [1 - z]_+^2$" in text and "| convex |" in text
assert "Ten losses" in [header.value for header in at.header]
told = data_of(at, "losses")
assert "loss=smoothed-hinge" in told["query"]
(switch,) = [i for i in items(told, "choice") if i["field"] == "loss"]
assert ("smoothed-hinge", "Smoothed hinge") in [(o["value"], o["label"]) for o in switch["options"]]
curves = items(told, "oncurve")[0]["curves"]
drawn = {c["name"]: c for c in curves}
looks = {(THEMES["light"][c["tone"]], tuple(c.get("dash", ()))) for c in curves}
assert len(looks) == len(curves), "it looks like no other"
assert drawn["smoothed-hinge"]["label"] == "Smoothed hinge"
tensors, _ = answered(scene)
assert tensors["field"].any()
scripts, written = taken_away(scene)
assert "kc.SmoothedHinge()" in scripts["kernel_core"] and "kc.SmoothedHinge()" in written
assert "smoothed-hinge" in scripts["scikit-learn"], "a sentence, why there is none"
assert "kc.SmoothedHinge()" in "".join(code.value for code in at.code)
""",
    )
