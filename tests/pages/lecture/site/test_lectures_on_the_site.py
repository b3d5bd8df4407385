"""Every lecture that ships opens on the site without a server."""

import subprocess
import sys

import pytest

from features.lecture.playlist import names
from lab.endpoints.static_assets import ROOT

ON_THE_SITE = """
import json
from features.site import engine
engine.start()
from features.lecture.playlist import names
for name in names():
    event = {"open": True, "page": "", "query": f"view=lecture&list={name}~2", "url": "http://x/"}
    shown = engine.page(json.dumps(event | {"theme": "light"}))
    assert f"list={name}" in shown["query"] and shown["page"], shown["query"]
print(len(names()))
"""


@pytest.mark.thorough
def test_every_lecture_leads_to_the_page_of_its_step_on_the_site():
    command = [sys.executable, "-c", ON_THE_SITE]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    assert int(process.stdout) == len(names())
