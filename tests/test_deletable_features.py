"""Without a feature's folder, its line in features/order.py and its tests, the app runs, and
nothing of the feature remains. All other tests are collected without every second feature."""

import json
import re
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from features.order import FEATURES
from lab.course.course import Course
from lab.course.course_store import open_store
from lab.course.feature import Feature, shell_words
from pages.order import PAGES
from tests.repository_copy import ROOT, copy_repository, run_in

NAMES = [feature.name for feature in FEATURES]
# Features that add text to a page.
OWN_FEATURES = {"own_data", "assignments", "lecture", "site", "take_away", "questions"}
# Words that name a feature. Shared code uses the names of the other features, such as “report”, as
# ordinary words, and “take_away” as the name of a hook.
FEATURE_WORDS = re.compile(
    r"""\b(?:
        halls? | homework | lectures?(?!\ (?:notes|\d)) | handouts? | playlists? | relief
        | short[ _-]links? | (?<!their\ )(?<!its\ )(?<!'s\ )own[ _-]data
        | (?<!single\ )(?<!\[)assignments?
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
# A script that prints what the app offers: its routes, its settings, and the texts of the front
# page and of a page with steps.
REPORT = """
import json
import app
from lab.course import course, feature
from lab.serving import privacy
from pages.order import PAGES
from tests.lab.ui.visit import open_page
from tests.test_deletable_features import words_on

words, captions = set(), []
for page in (PAGES[0], next(page for page in PAGES if page.steps)):
    shown = open_page(page.file)
    assert not shown.exception, shown.exception[0].message
    words |= words_on(shown)
    captions += [caption.value for caption in shown.caption]
print(json.dumps({
    "paths": [route.path for route in app.ROUTES],
    "policies": sorted({*app.POLICIES, *app.WORKERS}),
    "settings": sorted(feature.settings()),
    "privacy": privacy.paragraphs(app.COURSE),
    "words": sorted(words),
    "address": feature.shell_words(),
    "captions": captions,
}))
"""
COURSE = """report_secret = "sixteen letters or more"
platform = {}
data_folder = "data"
"""


def words_on(page: AppTest) -> set[str]:
    """Return what a page itself shows: the labels of its buttons, its headings and its
    sentences."""
    texts = (page.caption, page.header, page.markdown)
    buttons = (*page.button, *(part.proto for part in page.get("download_button")))
    return {b.label for b in buttons} | {part.value for kind in texts for part in kind}


def _draw_hooks(name: str, page: str) -> None:
    """Draw only the parts that a feature adds to a page; its scripts add no text."""
    import streamlit as st

    import pages.order  # noqa: F401  (the pages declare themselves)
    from features.order import FEATURES
    from lab.scene.fields import FIELDS, SOURCES
    from lab.scene.scene import DEFAULT
    from lab.ui import live_element
    from lab.ui.shell.take_away_section import ShownPage

    st.session_state[live_element.SEEN_KEY] = True
    feature = next(feature for feature in FEATURES if feature.name == name)
    if feature.beside_question:
        feature.beside_question("What is it?")
    if feature.data_controls:
        feature.data_controls(DEFAULT, FIELDS, SOURCES, st.container())
    if feature.front_page:
        feature.front_page()
    if feature.page_end:
        feature.page_end(page)
    if hook := feature.take_away:
        shown_page = ShownPage(page, DEFAULT)
        st.caption(hook.sentence(shown_page))
        hook.buttons(shown_page)
        if hook.draw_below:
            hook.draw_below(shown_page)


def words_of(feature: Feature) -> set[str]:
    """Return what a feature itself shows."""
    page = next(page for page in PAGES if page.steps)
    hook_page = AppTest.from_function(_draw_hooks, args=(feature.name, page.path)).run()
    assert not hook_page.exception
    return words_on(hook_page)


def delete_feature(root: Path, name: str) -> None:
    """Delete a feature and those that need it: folders, lines, and the folders of their tests. Do
    nothing if it is deleted already."""
    if not (root / "features" / name).exists():
        return
    for feature in FEATURES:
        if name in feature.needs:
            delete_feature(root, feature.name)
    shutil.rmtree(root / "features" / name)
    for folder in [*root.glob(f"tests/**/{name}")]:
        shutil.rmtree(folder)
    order = root / "features" / "order.py"
    text, lines = re.subn(rf'^ +"{name}",\n', "", order.read_text("utf-8"), flags=re.M)
    assert lines == 1, "one line names it"
    order.write_text(text, encoding="utf-8")


def course_with_all(root: Path, keys: set[str]) -> None:
    """Write a course that enables every feature with known settings."""
    lines = [line for line in COURSE.splitlines(True) if line.split(" ")[0] in keys]
    (root / "course.toml").write_text("".join(lines), "utf-8")


@pytest.fixture(
    params=[pytest.param(n, marks=[pytest.mark.thorough] * (n != "report")) for n in NAMES],
    scope="module",
)
def left(request, tmp_path_factory):
    """Return a feature, and a copy of the repository without it."""
    root = tmp_path_factory.mktemp(request.param)
    copy_repository(root, ".")
    delete_feature(root, request.param)
    return next(feature for feature in FEATURES if feature.name == request.param), root


def test_nothing_of_a_feature_is_left(left):
    feature, root = left
    keys = {setting.key for setting in feature.settings}
    deleted = [feature, *(other for other in FEATURES if feature.name in other.needs)]
    keys_deleted = {setting.key for other in deleted for setting in other.settings}
    course_with_all(root, {"report_secret", "platform", "data_folder"} - keys_deleted)
    process = run_in(root, "-c", REPORT)
    assert process.returncode == 0, process.stderr[-2000:]
    report = json.loads(process.stdout.splitlines()[-1])
    words = words_of(feature)
    assert bool(words) == (feature.name in OWN_FEATURES)
    assert not [word for word in words for text in report["words"] if word in text]
    # Several features may declare a word.
    remaining_features = (other for other in FEATURES if other not in deleted)
    address_words = {word for other in remaining_features for word in other.address_words}
    assert not ({*feature.address_words} - address_words) & {*report["address"]}
    assert not keys & {*report["settings"]}
    if feature.answers:
        course = Course(settings={"report_secret": "sixteen letters or more"})
        answers = feature.answers(course, open_store(course, [feature]))
        assert answers.routes or answers.workers
        assert not {route.path for route in answers.routes} & {*report["paths"]}
        assert not {*answers.policies, *answers.workers} & {*report["policies"]}
    if feature.privacy:
        assert feature.privacy.paragraph not in report["privacy"] and report["privacy"]
        notice = feature.privacy.notice
        assert not notice or not any(notice in caption for caption in report["captions"])


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_words_that_change_pages_are_words_of_the_address(feature):
    assert {*feature.screen_words, *feature.step_words} <= {*feature.address_words}


def test_without_features_an_address_has_only_shared_words(monkeypatch):
    monkeypatch.setattr("lab.course.feature._FEATURES", [])
    assert shell_words() == ("embed", "embed_options", "hide", "step", "dialog")


def test_shared_code_names_no_feature():
    mentions = {
        path.relative_to(ROOT).as_posix(): hits
        for folder in ("lab", "assets", "kernel_core")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js", ".css", ".ts")
        and (hits := FEATURE_WORDS.findall(path.read_text("utf-8")))
    }
    assert mentions == {}
    assert not FEATURE_WORDS.findall((ROOT / "app.py").read_text("utf-8"))
    assert not FEATURE_WORDS.findall((ROOT / "pages" / "shell.py").read_text("utf-8"))


@pytest.mark.thorough
@pytest.mark.parametrize("names", [NAMES[::2], NAMES[1::2]], ids="-".join)
def test_all_other_tests_are_collected(tmp_path, names):
    copy_repository(tmp_path, ".")
    for name in names:
        delete_feature(tmp_path, name)
    process = run_in(
        tmp_path, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--collect-only", "tests"
    )
    assert process.returncode == 0, process.stdout[-3000:]
