"""The data that a page of the site sends to its scripts."""

import json
import re
from pathlib import Path


def visit_data(site: Path, page: str) -> dict:
    html = (site / page).read_text("utf-8")
    return json.loads(re.search(r'id="visit">(.*?)</script>', html)[1])
