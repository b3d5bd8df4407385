"""Print the accessibility tree of the page in Firefox as a JSON list, with an entry for each
object.

Debian's Python runs this file, since it has GObject's bindings and AT-SPI's types.
"""

import json
from collections.abc import Iterator

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def below(node: Atspi.Accessible) -> Iterator[Atspi.Accessible]:
    """Yield a node and all nodes below it."""
    yield node
    for k in range(node.get_child_count()):
        child = node.get_child_at_index(k)
        if child:
            yield from below(child)


def pages() -> Iterator[Atspi.Accessible]:
    """Yield the visible web pages of all programs, without searching inside them."""
    waiting = [Atspi.get_desktop(0)]
    while waiting:
        node = waiting.pop()
        if node.get_role() == Atspi.Role.DOCUMENT_WEB:
            if node.get_state_set().contains(Atspi.StateType.SHOWING):
                yield node
            continue
        children = (node.get_child_at_index(k) for k in range(node.get_child_count()))
        waiting += [child for child in children if child]


def main() -> None:
    entries = []
    for page in pages():
        for node in below(page):
            role, attributes = node.get_role_name(), node.get_attributes() or {}
            level = int(attributes.get("level", 0)) if role == "heading" else 0
            entries.append([role, node.get_name() or "", level])
    print(json.dumps(entries))


if __name__ == "__main__":
    main()
