"""The scripts that a first picture needs, packed in two answers."""

import gzip
import json
import re

import brotli
import pytest
from starlette.applications import Starlette

from lab.endpoints import asset_route, static_assets
from lab.serving.streamlit_files import module_pack
from lab.serving.streamlit_files.module_pack import PREFIX, ModulePack, page_pack, streamlit_pack
from tests.lab.asgi import get

SITE = Starlette(routes=[module_pack.route(), *asset_route.routes()])
# Patterns for all imports in a script, and for its static imports alone.
IMPORTED = re.compile(r'(?:\bfrom|\bimport)\s*\(?["`]([^"`]+\.js)["`]')
STATIC_IMPORTED = re.compile(r'(?:\bfrom|\bimport)\s*"([^"`]+\.js)"')


def unpacked(content: bytes) -> dict[str, str]:
    """Split an answer into its scripts, as start-page.js does."""
    offset = 8 + int(content[:8])
    texts = {}
    for path, size in json.loads(content[8:offset]):
        texts[path] = content[offset : offset + size].decode()
        offset += size
    assert offset == len(content)
    return texts


def test_an_answer_is_cut_up_by_bytes():
    texts = {"a.js": "const é = 'α';", "b.js": ""}
    assert unpacked(ModulePack("some", texts).plain) == texts


@pytest.mark.parametrize("pack", [streamlit_pack(), page_pack()], ids=["streamlits", "ours"])
def test_a_pack_has_all_scripts_that_its_scripts_import_statically(pack):
    assert len(pack.texts) > 40
    for path, text in pack.texts.items():
        imports = [name for name in STATIC_IMPORTED.findall(text) if name.startswith((".", PREFIX))]
        assert {name.removeprefix(PREFIX) for name in imports} <= pack.texts.keys(), path


@pytest.mark.parametrize("pack", [streamlit_pack(), page_pack()], ids=["streamlits", "ours"])
def test_scripts_of_a_pack_do_not_use_their_own_address(pack):
    """A pack has another address than its scripts, so relative addresses would be wrong."""
    for path, text in pack.texts.items():
        assert "import.meta.url" not in text, path
        assert not [name for name in IMPORTED.findall(text) if name.startswith(".")], path


@pytest.mark.parametrize(
    ("accepted", "encoding", "decompress"),
    [
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
    ],
)
def test_a_pack_is_served_for_ever_in_the_smallest_form_accepted(accepted, encoding, decompress):
    pack = page_pack()
    plain, packed = get(SITE, pack.url), get(SITE, pack.url, accept_encoding=accepted)
    assert packed.headers["content-encoding"] == encoding
    assert unpacked(decompress(packed.body)) == unpacked(plain.body) == pack.texts
    assert "content-encoding" not in plain.headers
    assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    "changed_field", [("page.txt", "page-street-plane.txt"), ("assets/", "assets/0")]
)
def test_unused_packs_are_not_built(changed_field):
    """The server only builds the packs that pages declare, not those that an address names."""
    assert get(SITE, page_pack().url.replace(*changed_field)).status == 404


def test_our_scripts_are_in_a_pack_under_the_addresses_that_pages_know():
    paths = {static_assets.public_path(path) for path in page_pack().texts}
    assert static_assets.url(static_assets.ELEMENT) in paths
    assert paths >= {*static_assets.scripts(frozenset({"plane", "slider"}))}
