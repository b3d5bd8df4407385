"""The element of a handout, and its items."""

import json
import re

from lab.ui.items import flatten_json


def element(html):
    """Return the data of the page's live element."""
    text = re.search(r'<script type="application/json" id="element">(.*?)</script>', html)[1]
    return json.loads(text)


def kinds(items):
    return [item["kind"] for item in flatten_json(items)]
