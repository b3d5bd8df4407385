"""Views in three dimensions: their parts name tensors and become plain JSON for the script."""

import json
import re

from lab.endpoints import static_assets
from lab.ui import items
from lab.ui.items import scene3d

PARTS = {
    "arrow": scene3d.arrow("a", "θ", "zero", start="b", width=3),
    "segment": scene3d.segment("a", "b", "muted"),
    "points": scene3d.points("p", "labels"),
    "patch": scene3d.patch("a", "b", "accent", at="c", label="V"),
    "curve": scene3d.curve("p", "zero"),
    "surface": scene3d.surface("x", "y", "z"),
}


def test_the_script_knows_the_kind_and_every_part():
    assert "space" in static_assets.modules()
    makers = re.search(
        r"const MAKERS = \{(.*?)\}", static_assets.read("assets/draw/space-geometry.js")
    )[1]
    assert set(PARTS) == {name.partition(":")[0].strip() for name in makers.split(",")}
    for name, part in PARTS.items():
        assert part["part"] == name


def test_an_item_is_plain_json_with_what_was_asked_for():
    axes = scene3d.axes(("x₁", "x₂", "x₃"), (-1, -1, 0), (1, 1, 2))
    item = items.Space(
        "A scene.", list(PARTS.values()), axes=axes, description="It is {norm} long.", turn="turn"
    )
    json_item = json.loads(json.dumps(items.as_json(item), allow_nan=False))
    assert json_item["kind"] == "space" and len(json_item["parts"]) == len(PARTS)
    assert json_item["axes"]["at"] == [0, 0, 0]


def test_every_tone_is_a_colour_of_both_themes():
    from lab.ui.palette import THEMES

    for part in PARTS.values():
        tone = part.get("tone")
        assert not tone or tone == "diverging" or all(tone in theme for theme in THEMES.values())
