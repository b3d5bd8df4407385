"""Files for phones use no syntax that the oldest supported browsers lack."""

import re

import pytest

from features.hall import phone_page
from lab.endpoints import static_assets
from lab.serving import plain_page

# Syntax that some browser of November 2020 lacked, and which version brought it, according to
# MDN's compatibility tables.
NEW_SYNTAX = {
    "submitter": r"\.submitter\b",  # Safari 15.4
    "at": r"\.at\(",  # Chrome 92
    "hasOwn": r"\bhasOwn\(",  # Chrome 93
    "findLast": r"\.findLast",  # Chrome 97
    "structuredClone": r"structuredClone",  # Chrome 98
    "toSorted and such": r"\.to(Sorted|Reversed|Spliced)\(",  # Chrome 110
    "top-level await": r"^await\b",  # Chrome 89
    "lookbehind": r"\(\?<[=!]",  # Safari 16.4
    "checkVisibility": r"checkVisibility",  # Chrome 105
    "dialog": r"showModal|<dialog",  # Safari 15.4
    "color-mix": r"color-mix\(",  # Chrome 111
    "has and is": r":(has|is)\(",  # Chrome 105, 88
    "nesting": r"&\s*[.:>]",  # Chrome 112
    "aspect-ratio": r"aspect-ratio\s*:",  # Chrome 88
    "dvh": r"\d[dsl]vh\b",  # Chrome 108
    "layer": r"@(layer|container)\b",  # Chrome 99
}


@pytest.mark.parametrize("name", NEW_SYNTAX)
def test_files_for_phones_use_no_new_syntax(name):
    style = plain_page.style(phone_page.SHEETS)
    files = f"{static_assets.read(phone_page.SCRIPT)}\n{style}\n{phone_page.join()}"
    assert not re.search(NEW_SYNTAX[name], files, re.MULTILINE)
