"""Python in the browser relieves a busy server; it is offered only if built from the same
sources."""

import asyncio
import json

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES

from features.site import engine_route, relief, source_bundle
from lab.course import course
from lab.serving.security_headers import SecurityHeaders
from tests.features.site.engine import write_engine
from tests.lab.asgi import Visitor


@pytest.fixture
def folder(tmp_path):
    write_engine(tmp_path)
    return tmp_path


def test_without_a_folder_there_is_no_engine(tmp_path):
    assert relief.read_engine(tmp_path / "nowhere") is None
    (tmp_path / "engine.json").write_text("{")
    assert relief.read_engine(tmp_path) is None


def test_an_engine_of_a_different_version_is_rejected_and_logged(folder, caplog):
    assert relief.read_engine(folder)["paths"] == ["frames"]
    manifest = json.loads((folder / "engine.json").read_text()) | {"sources": "another"}
    (folder / "engine.json").write_text(json.dumps(manifest))
    assert relief.read_engine(folder) is None
    assert "different version" in caplog.text


def test_engine_files_are_immutable_and_sandboxed(folder):
    routes = engine_route.routes(folder, relief.read_engine(folder))
    headers = Middleware(SecurityHeaders, workers=engine_route.policies())
    app = Starlette(routes=routes, middleware=[headers])

    def get(path):
        return asyncio.run(Visitor(app, f"/engine/{path}").ask())

    script = get("0123456789ab/worker.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    policy = script.headers["content-security-policy"]
    assert "'wasm-unsafe-eval'" in policy and policy.startswith("default-src 'none'")
    packed = get("0123456789ab/numpy.zip.packed")
    assert packed.body == b"packed"
    assert packed.headers["content-type"] in DEFAULT_EXCLUDED_CONTENT_TYPES, "not packed once more"
    for path in ("0123456789ab/passwd", "another/worker.js", "0123456789ab/..%2Fsecret"):
        assert get(path).status == 404
    assert engine_route.routes(folder, None) == []


def test_a_course_may_disable_the_engine():
    assert course.read("").setting("relief")
    assert not course.read("relief = false").setting("relief")


def test_the_engine_of_the_app_has_no_library_for_pages():
    import io
    import zipfile

    names = zipfile.ZipFile(io.BytesIO(source_bundle.bundle(pages=False))).namelist()
    assert {name.partition("/")[0] for name in names} == {
        "kernel_core",
        "lab",
        "features",
        "pages",
        "assets",
    }
