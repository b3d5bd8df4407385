"""A copy of the app gets a loss, a kernel, a data set and a page as CONTRIBUTING describes; then
they are in its controls and exports, and its server answers requests about them.

`tests/browser/pages/test_extending.py` uses the same additions.
"""

import json

import pytest

from tests.pages.extension import extend
from tests.repository_copy import ROOT, run_in

# Starting a copy of the app takes as long as a hundred other tests.
pytestmark = pytest.mark.thorough

# Imports of all scripts below, which run in the copy's folder.
TOOLS = f"""
import json, sys, traceback
from importlib.util import find_spec
from pathlib import Path
sys.path.append({str(ROOT)!r})  # the tests' client; all else is the copy's
import app
import kernel_core as kc
from lab.endpoints import sklearn_comparison
from lab.endpoints.sweep_endpoint import SWEEP_ENDPOINT
from lab.serving.sweep_server import SweepServer
from lab.scene.scripts import scripts_of
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, parse_strict
from lab.ui.palette import THEMES
from lab.wire import safetensors_format
from tests.lab.asgi import get
from tests.pages.goals import data_of, items
from tests.lab.ui.element_data import codes
from tests.lab.ui.visit import open_page
from starlette.applications import Starlette

assert not app.__file__.startswith({str(ROOT)!r}), "the copy is what runs"


def shown(page, **address):
    at = open_page(f"{{page}}/page.py", address)
    assert not at.exception, at.exception[0].message
    return at


def answered(scene, along="lam"):
    reply = get(Starlette(routes=SweepServer(SWEEP_ENDPOINT).routes()), "/frames",
                f"{{scene.query()}}&along={{along}}&stops=3&grid=11")
    assert reply.status == 200, reply.body[:300]
    return safetensors_format.decode(reply.body)


def taken_away(scene):
    scripts = scripts_of(scene)
    exec(compile(scripts["kernel_core"], "script", "exec"), names := {{}})
    own = problem(scene).fit()
    assert abs(names["s"].primal - own.primal) <= 1e-5 * max(1, abs(own.primal))
    return scripts
"""

A_LOSS = """
scene = Scene(loss="smoothed-hinge", m=40)
at = shown("losses", loss="smoothed-hinge", m="40")
(text,) = [m.value for m in at.markdown if "| zero-one |" in m.value]
first_line = "The hinge with its kink rounded off between yz = 0 and yz = 1."
assert f"| smoothed hinge | {first_line} |" in text and "| convex |" in text
assert "How do the ten losses differ?" in [header.value for header in at.header]
data = data_of(at, "losses")
assert "loss=smoothed-hinge" in data["query"]
(switch,) = [i for i in items(data, "choice") if i["field"] == "loss"]
assert ("smoothed-hinge", "Smoothed hinge") in [(o["value"], o["label"]) for o in switch["options"]]
curves = items(data, "oncurve")[0]["curves"]
drawn = {c["name"]: c for c in curves}
looks = {(THEMES["light"][c["tone"]], tuple(c.get("dash", ()))) for c in curves}
assert len(looks) == len(curves), "it looks like no other"
assert drawn["smoothed-hinge"]["label"] == "Smoothed hinge"
tensors, _ = answered(scene)
assert tensors["field"].any()
scripts = taken_away(scene)
assert "kc.SmoothedHinge()" in scripts["kernel_core"]
assert "smoothed-hinge" in scripts["scikit-learn"], "a sentence, why there is none"
assert "kc.SmoothedHinge()" in "".join(codes(at))
"""

A_KERNEL = """
from lab import formulas
from lab.endpoints.class_sweep_endpoint import CLASS_SWEEP_ENDPOINT
from lab.scene.class_scene import ClassScene
from lab.scene.scene import SceneError
from lab.ui.mathml import mathml
PARAMETERS = {"beta": ("β", "beta"), "scale": ("scale", "scale")}
added = kc.kernels.RationalQuadratic
scene = Scene(kernel="rationalquadratic", beta=2, scale=0.25, m=40)
assert "kernel=rationalquadratic&beta=2&scale=0.25&loss" in scene.query()
assert parse_strict(scene.query()) == scene and "beta" not in Scene().query()
for text, sentence in {
    "beta=0": "beta must be a number from 0.01 to 100, not “0”. It stays at 1.",
    "scale=x": "scale must be a number from 0.005 to 50, not “x”. It stays at 0.5.",
}.items():
    try:
        parse_strict("kernel=rationalquadratic&" + text)
    except SceneError as error:
        assert str(error) == sentence, str(error)
    else:
        raise AssertionError(text)

def sliders(data):
    return {i["along"]: i for i in items(data, "slider") if "kernels" in i}

PLACES = {"rbf_bandwidth": "bandwidth", "first_look": "look", "multiclass": "four"}
for name, address in PLACES.items():
    at = shown(name, kernel="rationalquadratic", beta="2", m="40")
    data = data_of(at, address)
    assert "kernel=rationalquadratic&beta=2&scale=0.5" in data["query"] and not at.warning
    for along, (symbol, label) in PARAMETERS.items():
        slider = sliders(data)[along]
        assert slider["when"]["kernel"] == slider["kernels"] == ["rationalquadratic"]
        assert (slider["symbol"], slider["label"]) == (symbol, label)
    assert "rationalquadratic" not in sliders(data)["tau"]["kernels"]
assert sliders(data_of(at, "four"))["beta"]["stops"][0] == 0.25, "half the stops, one octave less"
at = shown("first_look", kernel="rationalquadratic")
(offered,) = [box for box in at.selectbox if box.label.startswith("Kernel")]
assert offered.options == ["RBF", "Linear", "Polynomial", "Laplace", "Matérn", "Periodic",
                           "RationalQuadratic", "Own formula"]
assert offered.value == "rationalquadratic"
for page, address in {"svm": "other-kernels", "representer_theorem": "silent"}.items():
    data = data_of(shown(page, kernel="rationalquadratic"), address)
    switch = [i for i in items(data, "choice") if i["field"] == "kernel"][0]
    (option,) = [o for o in switch["options"] if o["value"] == "rationalquadratic"]
    assert option["fields"] == {"tau": "", "degree": "", "c": "", "nu": "", "period": "", "ell": "",
                                "formula": "", "beta": "1", "scale": "0.5"}
sample = problem(scene).sample
for along in PARAMETERS:
    tensors, _ = answered(scene, along)
    kernels = [added(**{"beta": 2, "scale": 0.25, along: stop}) for stop in tensors["stops"]]
    fits = [kc.fit(sample.X, sample.y, k, kc.Hinge(), scene.lam, risk="sum") for k in kernels]
    best = [fit.primal for fit in fits]
    assert abs(tensors["primal"] - best).max() <= 1e-3 * max(best), "each stop with its own kernel"
    bump = [k([[0.0]], tensors["offsets"][:, None])[0] for k in kernels]
    assert abs(tensors["bump"].astype(float) - bump).max() <= 2e-3
many = ClassScene(kernel="rationalquadratic", m=30).query()
body = CLASS_SWEEP_ENDPOINT.answer(f"{many}&along=scale&stops=2&grid=11".encode())
assert len(set(safetensors_format.decode(body)[0]["test_error_ova"])) == 2
if find_spec("features.site"):  # a feature that can be deleted
    from features.site.handout.__main__ import main as write_handout
    assert write_handout([scene.query(), "handout.html"]) == 0
    html = Path("handout.html").read_text("utf-8").replace(" ", "")
    assert '"along":"scale"' in html and '"along":"lam"' in html, "two of three sliders"
own = formulas.parse("rationalquadratic(2,0.5)*x.z+2")
assert own == added(2.0, 0.5) * kc.Linear() + kc.Constant(2.0)
assert formulas.text_of(own) == "rationalquadratic(2,0.5)*x.z+2"
latex = formulas.to_latex("rationalquadratic(2,0.5)")
assert latex == r"k_{2,0.5}\\left(x,\\,x'\\right)" and mathml(latex)
formula = Scene(kernel="own", formula="rationalquadratic(2,0.5)+1", m=40)
assert answered(formula)[0]["field"].any()
for source in (scene, formula):
    scripts = taken_away(source)
    assert "K = " in scripts["scikit-learn"]
assert "kc.kernels.RationalQuadratic(beta=2.0, scale=0.25)" in scripts_of(scene)["kernel_core"]
exec(compile(scripts_of(scene)["scikit-learn"], "script", "exec"), {})
builder = shown("is_it_a_kernel", kernel="own", formula="rationalquadratic(2,0.5)+1")
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
scripts = taken_away(scene)
for text in (scripts["kernel_core"], scripts["scikit-learn"]):
    assert "kc.datasets.bullseye(noise=1.0).sample(40, seed=0)" in text
assert kc.datasets.bullseye().bayes([[0, 0], [2, 0]]).tolist() == [1, -1]
"""

A_PAGE = """
from lab.course import course
from pages.first_look.declaration import PAGE as first_look
from pages.order import PAGES
at = shown("first_look", loss="smoothed-hinge", data="bullseye")
assert [title.value for title in at.title] == ["What does a fit look like?"]
data = data_of(at, "look")
assert "data=bullseye" in data["query"] and "loss=smoothed-hinge" in data["query"]
assert {i["along"] for i in items(data, "slider")} == {*first_look.sliders_of()}
assert "Export and share" in [header.value for header in at.header]
assert "kc.SmoothedHinge()" in "".join(codes(at))
assert course.current().next_page("rbf_bandwidth").path == "first-look"
way_on = shown("rbf_bandwidth").get("page_link")[-1].proto
assert "first-look" in way_on.page and "what does a fit look like?" in way_on.label
home = open_page("home/page.py", is_drawn=False)
assert not home.exception
assert any("First look" in part.proto.json for part in home.main if part.type == "bidi_component")
"""

CHECK_EACH = """
found = {}
for name, script in SCRIPTS.items():
    try:
        exec(compile(script, name, "exec"), dict(globals()))
        found[name] = ""
    except Exception:
        found[name] = traceback.format_exc()
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    """Run all scripts one after the other in one process; return the faults of each."""
    root = tmp_path_factory.mktemp("extended")
    extend(root)
    scripts = {"a loss": A_LOSS, "a kernel": A_KERNEL, "a data set": A_DATA_SET, "a page": A_PAGE}
    process = run_in(root, "-c", f"{TOOLS}\nSCRIPTS = {scripts!r}\n{CHECK_EACH}")
    assert process.returncode == 0, process.stderr[-3000:]
    return json.loads(process.stdout.splitlines()[-1])


def test_a_loss_is_one_class(faults):
    assert not faults["a loss"], faults["a loss"]


def test_a_kernel_is_one_class(faults):
    assert not faults["a kernel"], faults["a kernel"]


def test_a_data_set_is_one_function(faults):
    assert not faults["a data set"], faults["a data set"]


def test_a_page_is_a_folder_and_a_line(faults):
    assert not faults["a page"], faults["a page"]
