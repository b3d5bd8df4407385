"""Predict first: what a challenge hides is on its element."""

from collections.abc import Iterator
from typing import Any

from tests.pages.page_elements import WAY, elements


def items(value: Any, names: tuple[str, ...] = ()) -> Iterator[dict[str, Any]]:
    """Yield all items, each with its own name and those of the items around it."""
    match value:
        case dict():
            if "kind" in value:
                names = (*names, *([value["name"]] if "name" in value else []))
                yield value | {"names": names}
            yield from (item for inner in value.values() for item in items(inner, names))
        case list():
            yield from (item for inner in value for item in items(inner, names))


def test_what_a_challenge_hides_is_there():
    covered_count, cards = 0, 0
    for page in WAY:
        for data in elements(page):
            all_items = list(items({place: data.get(place) for place in ("main", "side", "below")}))
            cards_asked = [item for item in all_items if item["kind"] == "challenge"]
            hidden_names = {
                name
                for card in cards_asked
                for challenge in card["challenges"]
                for name in challenge["hides"]
            }
            named_items = {name for item in all_items for name in item["names"]}
            assert hidden_names <= named_items, (page.name, data["name"], "what is hidden is there")
            covered_count += len(hidden_names)
            cards += len(cards_asked)
    assert cards and covered_count
