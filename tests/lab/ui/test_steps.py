"""A page's steps are data: the rules for a list of steps, and what a step shows."""

from dataclasses import replace

import pytest

from lab.ui import items
from lab.ui.challenges import Challenge, Option
from lab.ui.steps.markdown import prose
from lab.ui.steps.step import Picture, Step, faults, own_sweeps, quiz, take_away

CHALLENGE = Challenge("Where?", (Option("here", ()), Option("there", ())), "Go.", (), "So.")


def pictures(scene, words):
    return [Picture(main=[items.Plane("f")], side=[items.kernel_slider("tau")])]


CORE = [Step(f"core-{k}", f"Core {k}", "Why?", pictures=pictures) for k in range(3)]
LAST = [take_away(), quiz()]


def test_a_good_list_has_no_faults():
    deeper = Step("more", "More", "What else?", depth="deeper")
    assert faults([*CORE, deeper, *LAST]) == []


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ([*CORE, CORE[0], *LAST], "name of two steps"),
        ([*CORE[:2], replace(CORE[2], depth="deeper"), *LAST], "first three"),
        ([*CORE, *LAST[::-1]], "last two"),
        ([*CORE, replace(CORE[0], name="x", depth="notes"), replace(CORE[0], name="y"), *LAST],
         "Core steps come first"),
        ([*CORE, replace(CORE[0], name="x", question=""), *LAST], "has no question"),
        ([*CORE, replace(CORE[0], name="2", title="Two"), *LAST], "not a valid name"),
    ],
)  # fmt: skip
def test_mistakes_are_reported(steps, fault):
    assert any(fault in sentence for sentence in faults(steps))


def test_challenges_come_last_beside_the_first_picture():
    step = replace(CORE[0], challenges=(CHALLENGE,), challenge_fields={"kernel": ["rbf"]})
    (picture,) = step.build_pictures(None, {})
    assert [item.kind for item in picture.side] == ["slider", "challenge"]
    assert picture.side[-1].when == {"kernel": ["rbf"]}
    assert [item.kind for item in CORE[0].build_pictures(None, {})[0].side] == ["slider"]


def test_goals_that_speak_of_more_than_the_frame_have_their_item_wrapped():
    step = replace(CORE[0], challenges=(CHALLENGE,), wrap_challenges=items.stack)
    (picture,) = step.build_pictures(None, {})
    (inner,) = picture.side[-1].items
    assert inner.kind == "challenge"


def test_a_picture_with_sweeps_or_a_scene_of_its_own_does_not_share_the_page_s():
    sweep = {"meta": {"along": "t"}, "tensors": {}}
    own_pictures = own_sweeps("fall", {"a": sweep}, main=[], at={"t": 1, "trial": "a"}, by="trial",
                     view={"spot": "2"})  # fmt: skip
    assert (
        own_pictures.written_words == {"t", "trial", "spot"}
        and own_pictures.data["query"] == "t=1&trial=a"
    )
    assert own_pictures.data["sweeps"] == [{"fields": {"trial": "a"}, "sweep": sweep}]
    (page_picture,) = pictures(None, {})
    assert (
        page_picture.is_shared
        and not own_pictures.is_shared
        and not replace(page_picture, scene="other").is_shared
    )


def test_step_ids_are_stable():
    link = replace(CORE[0], challenges=(CHALLENGE,), formerly=("Old heading",)).link("svm")
    assert link["id"][0] == "s" and len(link["id"]) == 9
    assert link["id"] != CORE[0].link("losses")["id"], "two pages may name a step alike"
    assert link["challenges"] == [CHALLENGE.id]
    assert link["formerly"] == ["Why?", "Old heading"]


def test_no_line_of_prose_begins_with_what_follows_a_formula():
    expected = r"another $\phi\text{.}$ And $a\text{,}$ $b$"
    assert prose(r"another $\phi$. And $a$, $b$") == expected
    for text in ("a price of \\$5, or $$x$$, or ($a$ and $b$ alike)", "$$\nx,\n$$\n"):
        assert prose(text) == text
