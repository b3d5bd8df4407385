"""Which scripts a page asks for: those of its items, and what they import."""

import re

from lab import assets


def named(kinds):
    return {address.rsplit("/", 1)[1] for address in assets.scripts(frozenset(kinds))}


def test_every_kind_has_a_module_that_exports_it():
    modules = assets.modules()
    assert {"plane", "slider", "challenge", "ball"} <= set(modules)
    for kind, module in modules.items():
        text = (assets.FOLDER / f"{module}.js").read_text("utf-8")
        assert re.search(rf"^export function {kind}\(", text, re.MULTILINE), (kind, module)


def test_a_page_asks_for_what_its_items_need_and_no_more():
    few = named({"plane", "slider"})
    assert {"live.js", "player.js", "plane.js", "controls.js", "paint.js", "kinds.js"} <= few
    assert "ball.js" not in few and "builder.js" not in few
    assert named({"plane", "slider", "ball"}) - few >= {"ball.js", "ask.js"}
    for name in few:
        needed = re.findall(r'from "\./(\w+\.js)"', (assets.FOLDER / name).read_text("utf-8"))
        assert set(needed) <= few, name


def test_one_script_alone_touches_what_the_browser_keeps():
    """Elsewhere a blocked store would throw where nobody expects it."""
    stores = re.compile(r"\b(localStorage|sessionStorage|indexedDB|document\.cookie)\b")
    touching = {
        file.name for file in assets.FOLDER.glob("*.js") if stores.search(file.read_text("utf-8"))
    }
    assert touching == {"storage.js"}


def test_the_thumb_looks_the_same_in_every_engine():
    """A halo, its colours, its size: what one engine's rule says, the other's does."""
    text = (assets.FOLDER / "live.css").read_text("utf-8")

    def looks(part):
        rules = re.findall(rf"{part} {{([^}}]*)}}", text)
        names = ("width", "height", "border-radius", "background", "box-shadow")
        found = [dict(re.findall(r"([\w-]+): ([^;]+);", rule)) for rule in rules]
        return [{name: rule.get(name) for name in names} for rule in found]

    ours = looks("::-webkit-slider-thumb")
    assert ours == looks("::-moz-range-thumb") and ours[0]["box-shadow"]
