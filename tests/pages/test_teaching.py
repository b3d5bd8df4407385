"""The exam questions of docs/teaching.md name existing steps."""

import re
from pathlib import Path

from pages.order import PAGES

TEXT = (Path(__file__).parents[2] / "docs" / "teaching.md").read_text("utf-8")
ROWS = re.findall(r"^\| \*\*(\d+)\.\*\* .*? \| (\*.*) \|$", TEXT, re.MULTILINE)
PLACE = re.compile(r"\*([^*]+)\*, `/([a-z-]+)\?step=([a-z-]+)`((?:, \*Deeper\*)?)")
STEPS = {(page.path, step.name): step for page in PAGES for step in page.steps}


def test_every_question_names_existing_steps_and_marks_the_deeper_ones():
    assert [int(number) for number, _ in ROWS] == [*range(1, 31)]
    only_deeper = []
    for number, cell in ROWS:
        places = PLACE.findall(cell)
        steps = [STEPS[path, name] for _, path, name, _ in places]
        assert len(places) == cell.count("`/") > 0, number
        assert [title for title, *_ in places] == [step.title for step in steps], number
        are_deeper = [step.depth != "core" for step in steps]
        if "both *Deeper*" in cell:
            assert all(are_deeper[-2:]), number
            marked = [*(bool(mark) for *_, mark in places[:-2]), True, True]
        else:
            marked = [bool(mark) for *_, mark in places]
        assert marked == are_deeper, number
        if all(are_deeper):
            only_deeper.append(number)
    listed = re.search(r"answered in such steps alone: ([\d, ]+) and (\d+)\.", TEXT)
    assert listed and only_deeper == [*listed[1].split(", "), listed[2]]
