"""Two pages of the site, built without Python for the browser: their parts, and their requests.

The site is built in another process, because there another module replaces Streamlit.
"""

import gzip
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from features.site.build import first_requests, frames_of
from lab.endpoints.static_assets import without_comments
from pages.order import PAGES
from tests.pages.site.site_pages import visit_data
from tests.site.host import file_without_engine, without_engine

ROOT = Path(__file__).resolve().parents[3]
# A page with steps, whose first picture is solved by the server.
SOLVED_PAGE = next(page for page in PAGES if page.steps and page.is_solved)
PAGE = SOLVED_PAGE.path
PICTURE = {
    "query": "kernel=rbf&tau=0.4&lam=1&risk=sum", "frames": "/frames", "grid": 61, "stops": 64,
}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    return without_engine(tmp_path_factory.mktemp("site"), "", PAGE)


@pytest.mark.thorough
def test_each_page_has_its_words_in_the_file_itself(site):
    html = (site / PAGE / "index.html").read_text("utf-8")
    assert f"<h1>{SOLVED_PAGE.question}</h1>" in html
    assert html.count("<math") > 10
    assert (
        f"st-key-step-{next(iter(SOLVED_PAGE.frame_heights))}" in html and "data-element=" in html
    )
    assert 'data-element="quiz-' in html
    assert '<base href="../">' in html
    assert '<base href="./">' in (site / "index.html").read_text("utf-8")


@pytest.mark.thorough
def test_code_is_in_the_page_once_for_paper_and_for_the_browsers_search(site):
    html = (site / PAGE / "index.html").read_text("utf-8")
    codes = re.findall(
        r'<div class="kl-code[^>]* data-plain><pre [^>]*><code>(.*?)</code>', html, re.S
    )
    assert len(codes) == html.count('data-component="kernel_code"') >= 3
    assert any("import numpy" in code for code in codes)
    assert [
        code for code in visit_data(site, f"{PAGE}/index.html")["data"].values() if "code" in code
    ] == []


def test_where_scripts_do_not_arrive_a_sentence_is_there_to_be_shown(site):
    html = (site / PAGE / "index.html").read_text("utf-8")
    (name,) = re.findall(r'<p id="([a-z-]+)" role="alert" [^>]*hidden>', html)
    show = f"document.getElementById('{name}').hidden = false"
    assert f'onerror="{show}"></script>' in html and f"<script nomodule>{show}</script>" in html


def test_every_address_is_relative_and_leads_to_a_file(site):
    for page in ("index.html", f"{PAGE}/index.html"):
        html = (site / page).read_text("utf-8")
        links = re.findall(r'(?:href|src)="([^"]*)"', html)
        assert links
        assert [link for link in links if not link.startswith(("./", "../"))] == []
        files = [link for link in links if not link.endswith("/") and "?" not in link]
        assert [link for link in files if not (site / link).exists()] == []
        for name in visit_data(site, page)["prepared"].values():
            assert (site / name).exists()


def test_the_first_picture_and_its_sweep_are_solved_beforehand(site):
    visit = visit_data(site, "index.html")
    home = visit["data"]["home"]
    questions = first_requests(home, home, all_sliders=True)
    assert set(visit["prepared"]) >= {*questions}
    assert any("&stops=1&" in question for question in questions)
    first = next(visit["prepared"][question] for question in questions if "&stops=1&" in question)
    content = gzip.decompress((site / first).read_bytes())
    assert json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])["stops"]["shape"] == [
        1
    ]
    files_by_question = {name: (site / name).read_bytes() for name in visit["prepared"].values()}
    for (
        name,
        packed,
    ) in files_by_question.items():  # a device with an older course requests the newer one
        assert hashlib.sha256(gzip.decompress(packed)).hexdigest().startswith(Path(name).stem)


def test_a_picture_asks_its_own_address_or_that_of_what_it_plays():
    for has_frames, expected in ((True, "sgd"), (False, "")):
        item = {"kind": "player", "address": "/sgd", "has_frames": has_frames}
        data = {"query": "a=1", "main": [{"items": [item]}]}
        data["main"][0] |= {"kind": "group"}
        assert frames_of(data) == expected
        assert frames_of(data | {"frames": "/frames"}) == "frames"


def test_a_row_of_panels_of_another_scene_is_solved_beforehand():
    rows = [{"kind": "panels", "along": "tau", "grid": 41, "fields": {"risk": risk}}
            for risk in ("sum", "mean")]  # fmt: skip
    picture = PICTURE | {"main": rows}
    questions = first_requests(picture, picture, all_sliders=False)
    assert questions == ["frames?kernel=rbf&tau=0.4&lam=1&risk=mean&along=tau&stops=64&grid=41"]


def test_a_view_of_other_fields_asks_along_the_first_slider_of_its_own_player():
    tau = {"kind": "slider", "along": "tau", "kernels": ["rbf"]}
    lam = {"kind": "slider", "along": "lam"}
    cancer = {"kind": "plane", "with": {"data": "cancer", "edits": ""}}
    linear = {"kind": "plane", "with": {"kernel": "linear"}}
    follower = PICTURE | {"group": "first", "main": [cancer, linear, tau], "carried": [lam]}
    first = PICTURE | {"group": "first", "side": [lam], "carried": [tau]}
    of_cancer = "frames?kernel=rbf&tau=0.4&lam=1&risk=sum&data=cancer"

    def of_views(leader):
        return first_requests(follower, leader, all_sliders=False)[2:]

    of_linear = "frames?kernel=linear&lam=1&risk=sum&along=lam&stops=1&grid=61"
    assert of_views(first) == [f"{of_cancer}&along=lam&stops=1&grid=61", of_linear]
    assert of_views(follower) == [f"{of_cancer}&along=tau&stops=1&grid=61", of_linear]


def test_a_page_names_its_rail_in_its_head_and_scripts_go_without_comments(site):
    rail = "assets/furniture/navigation/step-rail.js"
    page, home = ((site / page).read_text("utf-8") for page in (f"{PAGE}/index.html", "index.html"))
    (rail_file,) = re.findall(rf'modulepreload" href="\./([^"]*{rail})"', page)
    assert rail not in home
    script = (site / rail_file).read_text("utf-8")
    assert "import {" in script and "\n//" not in script and "/**" not in script


def test_what_comes_before_the_first_picture_is_small(site):
    html = (site / "index.html").read_bytes()
    preloaded = re.findall(rb'modulepreload" href="([^"]+)"', html)
    scripts = [(site / name.decode()).read_bytes() for name in {*preloaded}]
    sheet = next(site.glob("assets/*/site.css")).read_bytes()
    visit = visit_data(site, "index.html")["prepared"]
    frame = next(
        (site / visit[question]).read_bytes() for question in visit if "&stops=1&" in question
    )
    packed = sum(len(gzip.compress(content)) for content in (html, sheet, *scripts)) + len(frame)
    assert packed <= 300_000


def test_the_service_worker_keeps_every_page_and_the_engine(site):
    text = (site / "service-worker.js").read_text("utf-8")
    files = json.loads(re.match(r"globalThis\.SITE = (.*);", text)[1])["files"]
    assert len(files) == len({*files})
    assert {"index.html", f"{PAGE}/index.html", "manifest.webmanifest"} <= {*files}
    assert any(name.endswith("pyodide.asm.wasm.packed") for name in files)
    assert [name for name in files if not (site / name).exists()] == []
    prepared = {
        entry
        for entry in visit_data(site, f"{PAGE}/index.html")["prepared"].items()
        if entry[1] in files
    }
    prepared_items = visit_data(site, f"{PAGE}/index.html")["prepared"].items()
    assert prepared == {
        entry for entry in prepared_items if "&stops=64&" not in entry[0]
    } and prepared < {*prepared_items}


def test_every_sheet_is_in_one_of_the_sites_own(site):
    of_the_server = {"embed", "hall-screen", "handout", "page", "plain-page"}
    sheets = [
        next(site.glob(f"assets/*/{name}.css")).read_text("utf-8")
        for name in ("live", "later", "site")
    ]
    for path in (ROOT / "assets/styles").rglob("*.css"):
        if path.stem not in of_the_server:
            sheet_text = without_comments(path.read_text("utf-8"))
            assert sum(sheet_text in sheet for sheet in sheets) == 1, path


@pytest.mark.thorough
def test_one_page_as_a_file_asks_for_no_other(tmp_path):
    out = file_without_engine(tmp_path / "page.html", PAGE)
    html = out.read_text("utf-8")
    head = html[: html.index("<body>")]
    assert "href" not in re.sub(r"<style>.*?</style>|<base[^>]*>", "", head, flags=re.DOTALL)
    assert 'src="' not in re.sub(
        r"<script type=\"text/plain\".*?</script>", "", html, flags=re.DOTALL
    )
    visit = json.loads(re.search(r'id="visit">(.*?)</script>', html)[1])
    prepared = {*re.findall(r'data-file="([^"]+)"', html)}
    engine = visit["engine"]
    expected_files = {*visit["prepared"].values(), engine["worker"]}
    expected_files |= {engine["folder"] + name for name in engine["scripts"]}
    expected_files |= {f"{engine['folder']}{file['name']}.packed" for file in engine["files"]}
    assert expected_files <= prepared
    scripts = {*re.findall(r'data-module="([^"]+)"', html)}
    assert {"kl/features/site/page.js", "kl/assets/furniture/navigation/step-rail.js"} <= scripts


# Visits of a page as the site's engine handles them, in a process of their own.
FILES = """
def happen(**event):
    visit = {"page": sys.argv[1], "query": "", "url": "http://x/", "theme": "light", "dialog": True}
    return engine.page(json.dumps(visit | event))["html"]

def file(name, text):
    return {"name": name, "content": base64.b64encode(text.encode()).decode()}

happen(open=True)
asked = happen(widget="own-open")
assert 'type="file" data-widget="own-file"' in asked and "red file" not in asked
rows = "a,b,k\\n" + "".join(f"{k},{k * k % 7},{'uv'[k % 2]}\\n" for k in range(30))
assert "30 rows, 3 columns" in happen(widget="own-file", value={"files": [file("a.csv", rows)]})
asked = happen(open=True, page="", query="view=marking")
assert 'data-widget="mark-folder" multiple webkitdirectory' in asked, asked
answers = {"files": [file(f"{name}/answer.txt", "none") for name in ("a", "b")]}
happen(page="", query="view=marking", widget="mark-folder", value=answers)
assert [file.name for file in STATE.session["mark-folder"]] == ["a/answer.txt", "b/answer.txt"]
"""

ANEW = """
visit = {"page": sys.argv[1], "query": "data=moons&m=30", "url": "http://x/", "theme": "light"}
shown = engine.page(json.dumps(visit | {"widget": "field-seed", "value": {"number": 6}}))
assert shown["page"] == sys.argv[1], shown["page"]
assert {"data=moons", "m=30", "seed=6"} <= {*shown["query"].split("&")}, shown["query"]
STATE.session.clear()
STATE.files.clear()
assert b"moons" in engine.file("take-notebook", json.dumps(visit))["body"]
"""

OWN_TASK = """
visit = {"page": sys.argv[1], "query": "data=moons&m=40&tau=0.4", "theme": "light",
         "url": f"http://x/some/course/{sys.argv[1]}/", "dialog": True}

def happen(**event):
    return engine.page(json.dumps(visit | event))

happen(open=True)
asked = happen(widget="ask-this")["html"]
assert 'aria-label="Ask this"' in asked
happen(widget="ask-text", value="Separate the moons.")
happen(widget="ask-goal", value="test_error <= 15 %")
made = happen(widget="ask-make")
links = re.findall(r"http://x/some/course/[?]task=(z[^&<]+)", html.unescape(made["html"]))
assert links, re.findall(r"<div data-testid=.stAlert.*?</div>", made["html"])
shown = engine.page(json.dumps(visit | {"open": True, "page": "", "query": f"task={links[0]}"}))
assert shown["page"] == sys.argv[1] and "Separate the moons." in shown["elements"]
"""

OWN_LECTURE = """
visit = {"page": sys.argv[1], "query": "", "url": f"http://x/{sys.argv[1]}/", "theme": "light",
         "dialog": True}
engine.page(json.dumps(visit | {"widget": "open-lecture"}))
ask = {"press": "1", "step": [{"page": sys.argv[1], "scene": "lam=0.1"}]}
asked = {"element": "own-lecture", "trigger": "ask", "value": json.dumps(ask)}
made = json.loads(engine.page(json.dumps(visit | asked))["elements"])["own-lecture"]
answer = (made["data"] if "data" in made else made)["answer"]
assert answer["press"] == "1" and "lam=0.1" in answer["toml"], answer
assert "ask" not in STATE.session["own-lecture"]
"""

RUN_SCRIPTS = """
import base64, html, json, re, sys, traceback
from features.site import engine
from features.site.screen import STATE

engine.start()
faults = {}
for name, script in json.loads(sys.argv[2]).items():
    STATE.session.clear()
    STATE.files.clear()
    try:
        exec(compile(script, name, "exec"), dict(globals()))
        faults[name] = ""
    except Exception:
        faults[name] = traceback.format_exc()
print(json.dumps(faults))
"""


@pytest.fixture(scope="module")
def faults() -> dict[str, str]:
    """Run all scripts one after the other in one process; return the faults of each."""
    scripts = {"files": FILES, "anew": ANEW, "asked": OWN_TASK, "lecture": OWN_LECTURE}
    command = [sys.executable, "-c", RUN_SCRIPTS, PAGE, json.dumps(scripts)]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])


@pytest.mark.thorough
def test_a_worker_that_was_started_anew_goes_on_with_the_page_that_is_shown(faults):
    assert not faults["anew"], faults["anew"]


def test_a_task_is_made_of_what_is_on_the_screen(faults):
    assert not faults["asked"], faults["asked"]


def test_files_that_a_visitor_brings_are_read(faults):
    assert not faults["files"], faults["files"]


def test_a_lecture_that_is_asked_for_is_written(faults):
    assert not faults["lecture"], faults["lecture"]
