"""One place to add: a copy of the app gets a loss, a kernel, a data set and a page by what
CONTRIBUTING says, and nothing else; then they are in the controls, in what is taken away, and the
server answers with them.

`tests/browser/pages/test_extending.py` uses them.
"""

import json

import pytest

from tests.repository_copy import ROOT, copy_repository, run_in

LOSS = '''
class SmoothedHinge(MarginLoss):
    """The hinge with its kink rounded off between yz = 0 and yz = 1."""

    name = "smoothed-hinge"
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

KERNEL = '''
"""The Laplace kernel."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..validation import check_number
from .base import Kernel
from .pairwise import squared_distances


@dataclass(frozen=True)
class Laplace(Kernel):
    """K(x, z) = exp(-‖x - z‖ / τ)."""

    tau: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "tau", check_number(self.tau, "tau", "above 0"))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return np.exp(-np.sqrt(np.maximum(squared_distances(X, Z), 0)) / self.tau)
'''

DATA = '''
def bullseye(noise: float = 1.0) -> GaussianMixtureClasses:
    """A disc within a ring."""
    ring = [(2 * np.cos(t), 2 * np.sin(t)) for t in 2 * pi * np.arange(24) / 24]
    return _two_classes([(0.0, 0.0)], ring, 0.35, noise)

'''

DECLARATION = """
from lab.course.page_declaration import PageDeclaration
from lab.scene.scene import Scene

DEFAULT = Scene(m=60)
PAGE = PageDeclaration(
    name="first_look",
    title="First look",
    question="What does a fit look like?",
    scene=DEFAULT,
    sliders=("tau", "lam"),
    elements={"look": {"sliders": ["tau", "lam"], "parts": 0}},
    equation="The bumps of the examples, added up.",
)
"""

PAGE = """
import streamlit as st

from lab.ui.panels import downloads
from lab.scene.scene import Scene
from lab.ui import items, live_element, page
from lab.ui.page_header_footer import footer, header
from pages.first_look.declaration import DEFAULT, PAGE


@st.fragment
def picture() -> None:
    scene = page.scene_of_address(DEFAULT, say=True)
    live_element.live(
        "look",
        scene,
        main=[items.plane("The decision function f over the plane.")],
        side=[
            items.loss_switch(),
            items.tau_slider(),
            items.lam_slider(),
            items.readouts(*items.basic_rows()),
        ],
    )


header(PAGE.question, "Move τ.", page.scene_of_address(DEFAULT), ("data", "m", "kernel"))
picture()
if live_element.should_draw_rest():
    downloads.section("first_look", page.scene_of_address(DEFAULT))
footer("first_look")
"""

# What all scripts below have at hand; they run in the copy's folder.
TOOLS = f"""
import json, sys, traceback
sys.path.append({str(ROOT)!r})  # the tests' client; all else is the copy's
import app
import kernel_core as kc
from lab.endpoints import sklearn_comparison
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.serving.sweep_server import SweepServer
from lab.ui.panels.downloads import scripts_of
from lab.export.notebook import notebook
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, parse_strict
from lab.ui.palette import THEMES
from lab.wire import safetensors_format
from tests.lab.asgi import get
from tests.pages.goals import data_of, items
from tests.lab.ui.told import codes
from tests.lab.ui.visit import opened
from starlette.applications import Starlette

assert not app.__file__.startswith({str(ROOT)!r}), "the copy is what runs"


def shown(page, **address):
    at = opened(f"{{page}}/page.py", address)
    assert not at.exception, at.exception[0].message
    return at


def answered(scene, along="lam"):
    reply = get(Starlette(routes=SweepServer(SWEEP_ENDPOINT).routes()), "/frames",
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

A_LOSS = """
scene = Scene(loss="smoothed-hinge", m=40)
at = shown("losses", loss="smoothed-hinge", m="40")
(text,) = [m.value for m in at.markdown if "| zero-one |" in m.value]
first_line = "The hinge with its kink rounded off between yz = 0 and yz = 1."
assert f"| smoothed hinge | {first_line} |" in text and "| convex |" in text
assert "What sets the ten losses apart?" in [header.value for header in at.header]
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
assert "kc.SmoothedHinge()" in "".join(codes(at))
"""

A_KERNEL = """
from lab import formulas
from lab.ui.mathml import mathml
scene = Scene(kernel="laplace", tau=0.5, m=40)
assert scene.query().count("kernel=laplace&tau=0.5") == 1
at = shown("rbf_bandwidth", kernel="laplace", tau="0.5", m="40")
told = data_of(at, "bandwidth")
assert "kernel=laplace&tau=0.5" in told["query"] and not at.warning
assert [i["when"]["kernel"] for i in items(told, "slider") if i["along"] == "tau"][0] == [
    "rbf", "laplace"]
at = shown("first_look", kernel="laplace")
(offered,) = [box for box in at.selectbox if box.label.startswith("Kernel")]
assert offered.options == ["RBF", "Linear", "Polynomial", "Laplace", "Own formula"]
assert offered.value == "laplace"
tensors, _ = answered(scene, "tau")
best = [kc.fit(*[getattr(problem(scene).sample, a) for a in "Xy"], kc.kernels.Laplace(tau),
               kc.Hinge(), scene.lam, risk="sum").primal for tau in tensors["stops"]]
assert abs(tensors["primal"] - best).max() <= 1e-3 * max(best), "each stop with its own tau"
own = formulas.parse("laplace(0.5)*x.z+2")
assert own == kc.kernels.Laplace(0.5) * kc.Linear() + kc.Constant(2.0)
assert formulas.text_of(own) == "laplace(0.5)*x.z+2"
latex = formulas.to_latex("laplace(0.5)")
assert latex == r"k_{0.5}\\left(x,\\,x'\\right)" and mathml(latex)
formula = Scene(kernel="own", formula="laplace(0.5)+1", m=40)
assert answered(formula)[0]["field"].any()
for one in (scene, formula):
    scripts, written = taken_away(one)
    assert "K = " in scripts["scikit-learn"]
assert "kc.kernels.Laplace(tau=0.5)" in scripts_of(scene)["kernel_core"]
exec(compile(scripts_of(scene)["scikit-learn"], "script", "exec"), {})
builder = shown("is_it_a_kernel", kernel="own", formula="laplace(0.5)+1")
assert not builder.warning
"""

A_DATA_SET = """
from lab.scene.fields import FIELDS
scene = Scene(data="bullseye", m=40)
at = shown("rbf_bandwidth", data="bullseye", m="40")
assert "data=bullseye" in data_of(at, "bandwidth")["query"]
(offered,) = [box for box in at.selectbox if box.label == "Data"]
assert "Bullseye" in offered.options and offered.value == "bullseye"
assert "eight sources" in offered.help and not at.warning
tensors, _ = answered(scene, "tau")
assert tensors["field"].any() and len(tensors["x"]) and "bayes" in tensors, "its density is known"
scripts, written = taken_away(scene)
for text in (scripts["kernel_core"], scripts["scikit-learn"], written):
    assert "kc.datasets.bullseye(noise=1.0).sample(40, seed=0)" in text
assert kc.datasets.bullseye().bayes([[0, 0], [2, 0]]).tolist() == [1, -1]
"""

A_PAGE = """
from lab.course import course
from pages.order import PAGES
at = shown("first_look", loss="smoothed-hinge", data="bullseye")
assert [title.value for title in at.title] == ["What does a fit look like?"]
told = data_of(at, "look")
assert "data=bullseye" in told["query"] and "loss=smoothed-hinge" in told["query"]
assert {i["along"] for i in items(told, "slider")} == {"tau", "lam"}
assert "Take it with you" in [header.value for header in at.header]
assert "kc.SmoothedHinge()" in "".join(codes(at))
written = notebook("first_look", "?", scripts_of(Scene()), scene=Scene())
assert "The bumps of the examples, added up." in written
assert course.current().after("rbf_bandwidth").path == "first-look"
way_on = shown("rbf_bandwidth").get("page_link")[-1].proto
assert "first-look" in way_on.page and "what does a fit look like?" in way_on.label
home = opened("home/page.py", seen=False)
assert not home.exception
assert any("First look" in part.proto.json for part in home.main if part.type == "bidi_component")
"""

EACH = """
found = {}
for name, script in SCRIPTS.items():
    try:
        exec(compile(script, name, "exec"), dict(globals()))
        found[name] = ""
    except Exception:
        found[name] = traceback.format_exc()
print(json.dumps(found))
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


def with_kernel(root):
    """One class in a file of its own, and its export."""
    (root / "kernel_core" / "kernels" / "laplace.py").write_text(KERNEL.lstrip(), encoding="utf-8")
    exports = "kernel_core/kernels/__init__.py"
    insert(root, exports, "from .limit import Limit\n", "from .laplace import Laplace\n")
    insert(root, exports, '    "Limit",\n', '    "Laplace",\n')


def with_data(root):
    """One function, and its name in the two lists of its file."""
    sources = "kernel_core/datasets/gaussian_mixtures.py"
    insert(root, sources, "\n\n# By name, in the order", f"\n{DATA.rstrip()}\n")
    insert(root, sources, "spirals, blobs, checkerboard)\n", "bullseye, ")
    insert(root, sources, '    "checkerboard",\n', '    "bullseye",\n')


def with_page(root):
    """One folder, and its line."""
    folder = root / "pages" / "first_look"
    folder.mkdir()
    for name, text in (("__init__", ""), ("declaration", DECLARATION), ("page", PAGE)):
        (folder / f"{name}.py").write_text(text.lstrip(), encoding="utf-8")
    insert(root, "pages/order.py", '        "kernel_trick",\n', '        "first_look",\n')


def extend(root):
    """A copy of the app in `root`, with all of these."""
    copy_repository(root)
    for added in (with_loss, with_kernel, with_data, with_page):
        added(root)


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    """What went wrong in each of the scripts, which run one after the other in one process."""
    root = tmp_path_factory.mktemp("extended")
    extend(root)
    scripts = {"a loss": A_LOSS, "a kernel": A_KERNEL, "a data set": A_DATA_SET, "a page": A_PAGE}
    done = run_in(root, "-c", f"{TOOLS}\nSCRIPTS = {scripts!r}\n{EACH}")
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_a_loss_is_one_class(faults):
    assert not faults["a loss"], faults["a loss"]


def test_a_kernel_is_one_class(faults):
    assert not faults["a kernel"], faults["a kernel"]


def test_a_data_set_is_one_function(faults):
    assert not faults["a data set"], faults["a data set"]


def test_a_page_is_a_folder_and_a_line(faults):
    assert not faults["a page"], faults["a page"]
