"""A handout: its items, its numbers at every pair of stops, and a self-contained file."""

import dataclasses
import gzip
import json
import re

import numpy as np
import pytest

from features.site import html_file
from features.site.handout import html_template, offline_items, precomputed_sweeps
from features.site.handout.__main__ import main
from features.site.handout.build import NoOfflinePicture, PageText, handout
from features.site.handout.default_picture import picture_of
from lab.course import course
from lab.course.feature import features
from lab.endpoints import static_assets
from lab.scene.class_scene import ClassScene
from lab.scene.learning_problem import problem
from lab.scene.scene import Scene, replace
from lab.ui import items
from lab.ui.challenges import Challenge, Option, challenges
from lab.wire import safetensors_format
from tests.features.site.handout.elements import element, kinds

DRAWING = static_assets.modules()
SMALL = Scene(m=40, tau=0.4, lam=0.005)
TINY = ((5, 1, 11), (4, 3, 11), (3, 2, 11))
WORDS = PageText(
    "A title", "A question?", "Drag.", "data=moons", "https://example.org/x?data=moons"
)


@pytest.fixture
def tiny(monkeypatch):
    """Use sweeps with few stops, for tests that do not depend on the number of stops."""
    small = {
        name: dataclasses.replace(endpoint, file_sizes=TINY)
        for name, endpoint in precomputed_sweeps.sweep_endpoints().items()
    }
    monkeypatch.setattr(precomputed_sweeps, "sweep_endpoints", lambda: small)


def tensors(entry):
    return safetensors_format.decode(gzip.decompress(entry.packed))[0]


@pytest.mark.thorough
@pytest.mark.parametrize("loss", ["hinge", "logistic"])
def test_pairs_of_stops_match_kernel_core(loss):
    scene = replace(SMALL, loss=loss)
    stops, entries = precomputed_sweeps.solve("frames", scene.query(), ["tau", "lam"])
    assert (len(stops["tau"]), len(stops["lam"])) == (29, 22)
    assert 0.4 in stops["tau"] and 0.005 in stops["lam"], "the scene's own values are stops"
    assert [entry.fields["lam"] for entry in entries] == stops["lam"]
    for j, k in ((0, 0), (13, 4), (21, 28), (7, 15)):
        scene_at = replace(scene, lam=stops["lam"][j], tau=stops["tau"][k])
        fit, sent_tensors = problem(scene_at).fit(), tensors(entries[j])
        proven = sent_tensors["gap"][k] + fit.gap  # the bound on the difference of two objectives
        assert abs(sent_tensors["primal"][k] - fit.primal) <= proven + 1e-9 * fit.primal
        assert sent_tensors["train_error"][k] == np.mean(fit.y * fit.decision(fit.X) <= 0)
        scale = max(1.0, np.abs(fit.alpha).max())
        np.testing.assert_allclose(sent_tensors["alpha"][k], fit.alpha, atol=1e-4 * scale)


def test_one_slider_is_the_sweep_that_the_app_sends():
    stops, entries = precomputed_sweeps.solve("frames", SMALL.query(), ["lam"])
    assert len(stops["lam"]) == 64 and len(entries) == 1 and entries[0].fields == {}
    assert tensors(entries[0])["field"].shape == (64, 81, 81)


def test_with_a_switch_each_loss_has_its_own_sweeps(tiny):
    _, entries = precomputed_sweeps.solve(
        "frames", SMALL.query(), ["tau", "lam"], ["hinge", "squared"]
    )
    assert [entry.fields["loss"] for entry in entries] == ["hinge"] * 2 + ["squared"] * 2
    primal = [tensors(entry)["primal"][0] for entry in (entries[0], entries[2])]
    assert primal[0] != pytest.approx(primal[1], rel=1e-3)


@pytest.mark.thorough
def test_a_handout_has_the_four_methods_of_many_classes(tiny):
    scene = ClassScene(m=40)
    stops, entries = precomputed_sweeps.solve("class-frames", scene.query(), ["tau", "lam"])
    assert len(entries) == 3 and len(stops["tau"]) == 4
    assert {"map_ova", "map_softmax"} <= {*tensors(entries[0])}


def test_time_is_bounded():
    with pytest.raises(precomputed_sweeps.HandoutTimeExceeded):
        precomputed_sweeps.solve("frames", SMALL.query(), ["tau", "lam"], seconds=1e-6)


def standing(first_items, *more_items):
    return offline_items.items([items.as_json(item) for item in first_items], *more_items)


def test_server_items_and_point_editing_are_left_out():
    all_items = [
        items.Plane("A plane.", edit=True),
        items.tools(),
        items.Action("figure", "Open"),
        items.for_scene(items.Plane("Another scene."), loss="logistic"),
        items.Vote("Who votes how much.", "/vote", edit=True),
        items.kernel_slider("tau"),
        items.lam_slider(),
        items.loss_switch(),
        items.bayes_look(),
        items.stack(items.switch("risk", {"sum": "Σ", "mean": "mean"})),
    ]
    left = standing(all_items, {"tau"}, {"loss": ["hinge", "squared"]}, [])
    assert kinds(left) == ["plane", "slider", "choice", "choice"]
    assert "edit" not in left[0]
    assert [option["value"] for option in left[2]["options"]] == ["hinge", "squared"]
    assert standing([items.loss_switch()], {}, {"loss": ["hinge"]}, []) == []


def test_no_handout_asks_scikit_learn():
    assert standing([items.comparison()], [], {}, []) == []


def test_goals_that_the_file_can_meet_stay():
    def goal(name, bound):
        return Challenge("?", (Option("yes", ()),), "Reach it.", ((name, ">=", bound),), "So.")

    item = challenges([goal("support", 10), goal("support", 99), goal("not_sent", 0)])
    (left,) = standing([item], {}, {}, [{"support": 3.0}, {"support": 12.0}])
    assert [challenge["conditions"][0][2] for challenge in left["challenges"]] == [10]
    assert standing([item], {}, {}, [{"support": 3.0}]) == []


def test_an_empty_handout_says_so(tiny):
    picture = picture_of(SMALL.query()) | {
        "main": [{"kind": "street", "address": "/street"}],
        "name": "svm",
    }
    with pytest.raises(NoOfflinePicture, match="at every change"):
        handout(picture, WORDS)


def sliders(all_items):
    return [item["along"] for item in all_items if item["kind"] == "slider"]


def test_of_three_sliders_a_handout_has_two_with_sweeps(tiny):
    picture = picture_of(Scene(m=20, kernel="matern").query())
    assert sliders(picture["side"]) == ["nu", "ell", "lam"]
    assert sliders(element(handout(picture, WORDS))["side"]) == ["ell", "lam"]


def test_a_picture_without_a_slider_is_explained(tiny):
    picture = picture_of(SMALL.query())
    side = [item for item in picture["side"] if item["kind"] != "slider"]
    with pytest.raises(NoOfflinePicture, match="no slider"):
        handout(picture | {"side": side}, WORDS)


def test_the_file_needs_no_other_file_and_no_host(tiny):
    html = handout(picture_of(SMALL.query()), WORDS)
    head = html.partition("<script")[0]
    assert not re.search(r"\ssrc(?:set)?\s*=|<link|@import|url\(", head)
    assert not re.search(r"<script[^>]*\ssrc", html)
    addresses = re.findall(r'href="([^"]*)"', head)
    assert addresses == ["https://example.org/x?data=moons"], "only the link to the app"
    modules = dict(re.findall(r'data-module="(kl/[^"]+\.js)">(.*?)</script>', html, re.DOTALL))
    imported = re.compile(r'(?:from |import |import\()"([^"]+)"')
    imported_names = {name for text in modules.values() for name in imported.findall(text)}
    assert next(iter(modules)) == "kl/features/site/handout/handout.js"
    assert imported_names <= {*modules}, "every neighbour is in the file"
    drawing = element(html)["modules"]
    assert drawing["plane"] == "kl/assets/views/decision-plane.js"
    assert {*drawing.values()} <= {*modules}
    assert "kl/assets/export/save-menu.js" in modules
    assert "kl/pages/is_it_a_kernel/builder/builder.js" not in modules


@pytest.mark.thorough
def test_the_file_is_below_three_megabytes():
    html = handout(picture_of(replace(SMALL, m=200).query()), WORDS)
    assert len(html.encode()) <= 3e6
    data = element(html)
    assert data["frames"] is None and data["below"] == []
    assert kinds([*data["main"], *data["side"]]) == [
        "plane", "legend", "choice", "slider", "slider", "readouts", "curve",
    ]  # fmt: skip
    lengths = [len(item["stops"]) for item in data["side"] if item["kind"] == "slider"]
    assert lengths == [29, 22]


def test_a_fit_on_a_line_makes_a_handout(tiny):
    html = handout(picture_of(Scene(data="wave", m=12, loss="squared").query()), WORDS)
    assert "fitline" in kinds(element(html)["main"])


def test_a_handout_has_the_language_of_the_course(tiny, language_tag):
    assert language_tag in handout(picture_of(SMALL.query()), WORDS)
    assert language_tag in html_template.failure_page("Too long.", "Try again.")
    assert language_tag in html_template.index([("svm.html", "SVM", "Which points?")])


def test_a_handout_has_the_scripts_and_styles_that_serve_every_picture(tiny):
    tools = [feature for feature in features(course.current()) if feature.picture_scripts]
    assert tools
    html = handout(picture_of(SMALL.query()), WORDS)
    listed = re.search(r'<script type="application/json" id="tools">(.*?)</script>', html)
    names = [html_file.PREFIX + name for feature in tools for name in feature.picture_scripts]
    assert json.loads(listed[1]) == names
    assert all(f'data-module="{name}"' in html for name in names)
    for style in [style for feature in tools for style in feature.styles]:
        assert static_assets.without_comments(static_assets.read(style)) in html


def test_text_is_escaped(tiny):
    nasty = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    words = PageText(nasty, nasty, nasty, nasty, "javascript:alert(1)", nasty)
    html = handout(picture_of(SMALL.query()) | {"view": {"show": nasty}}, words)
    assert "<img" not in html and "<script>alert" not in html and 'href="javascript' not in html
    assert element(html)["view"]["show"] == nasty


def test_scripts_cannot_close_their_own_tag():
    assert "</script" not in html_file.escape_script('"</script>"')
    assert "<!--" not in html_file.escape_script("<!--")
    for text in html_file.script_texts([html_template.START, DRAWING["plane"]]).values():
        assert "</script" not in html_file.escape_script(text)


def test_a_list_of_pages_links_relatively():
    html = html_template.index([("a.html", "A & B", "Why <so>?")])
    assert 'href="a.html"' in html and "A &amp; B" in html and "&lt;so&gt;" in html


def test_the_command_writes_the_file_or_an_error(tiny, tmp_path, capsys):
    out = tmp_path / "out.html"
    assert main([f"?{SMALL.query()}", str(out)]) == 0
    assert "MB" in capsys.readouterr().out and element(out.read_text("utf-8"))["name"] == "handout"
    assert main(["tau=900", str(tmp_path / "not.html")]) == 2
    assert "tau" in capsys.readouterr().err and not (tmp_path / "not.html").exists()


def test_sweeps_match_kernel_core_and_are_rounded_once(tiny):
    """Compare f at the points with the solver's values; the file has four digits, as in the app."""
    _, entries = precomputed_sweeps.solve("frames", SMALL.query(), ["tau", "lam"])
    sent_tensors = tensors(entries[1])
    scene_at = replace(SMALL, lam=entries[1].fields["lam"], tau=float(sent_tensors["stops"][2]))
    exact = problem(scene_at).fit()
    np.testing.assert_allclose(
        sent_tensors["decision"][2], exact.decision(exact.X), rtol=1e-3, atol=1e-3
    )
    np.testing.assert_allclose(sent_tensors["points"], exact.X, atol=1e-6)


def test_only_comments_are_stripped_from_scripts():
    """A comment before code on the same line must not remove the following lines."""
    name = "assets/element/live-element.js"
    text = html_file.script_texts([html_template.START, DRAWING["plane"]])["kl/" + name]
    source = re.sub(r"/\*\* @type .*?\*/ ?(?=\S)", "", static_assets.read(name))
    assert "views = [];" in text and "@type" not in text and "\n * What the views share" not in text
    served_lines = {line for line in text.split("\n") if line.strip()}
    lost_lines = [line for line in source.split("\n") if line.strip() and line not in served_lines]
    code_lines = [
        line for line in lost_lines if not line.lstrip().startswith(("//", "/**", "*", "import"))
    ]
    assert all(re.search(r"\bfrom |import\(", line) for line in code_lines), code_lines
