"""The scripts have no type error; see assets/types.d.ts for their shared types."""

import json

import pytest

from tests.tools import typescript


@pytest.fixture(scope="module", autouse=True)
def checker():
    try:
        typescript.install()
    except typescript.NotInstalled as missing:
        pytest.skip(f"Not run in TypeScript's checker: {missing}")


def test_scripts_have_no_type_error_and_no_implicit_type():
    assert typescript.check() == []


@pytest.mark.thorough  # `make check` always checks them
def test_scripts_of_tests_have_no_type_error():
    assert typescript.check(typescript.ROOT / "tests" / "js") == []


@pytest.mark.thorough
def test_a_type_error_is_reported(tmp_path):
    broken = tmp_path / "broken.js"
    broken.write_text("/** @param {Frame} frame */\nexport const f = (frame) => frame.stops;\n")
    config = {
        "extends": str(typescript.ROOT / "tsconfig.json"),
        "include": [str(broken), str(typescript.ROOT / "assets" / "*.d.ts")],
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    [message] = typescript.check(tmp_path)
    assert "Property 'stops' does not exist on type 'Frame'" in message
