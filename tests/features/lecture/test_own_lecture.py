"""Lectures composed by clicking: they are written and opened again; bad input is refused."""

import json
import random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from features.lecture import own_lecture, playlist
from features.lecture.own_lecture import answer
from features.lecture.playlist import Playlist, read
from features.lecture.playlist_text import toml
from lab.course import packed_text
from tests.examples import with_examples
from tests.features.lecture.playlists import PAGES, lists

TWO = [
    {
        "page": "walk",
        "scene": "lam=0.1",
        "title": "The street",
        "notes": "Ask first.\n\nThen look.",
    },
    {"page": "", "scene": "tau=0.4", "question": "How large?", "options": ["2 %", "20 %"]},
]


def request_list(**fields):
    return answer(json.dumps(fields))


@given(lists)
def test_what_is_written_as_toml_reads_the_same(lecture):
    assert read(toml(lecture), PAGES) == Playlist(lecture.title, lecture.steps)


def test_a_list_becomes_a_file_and_a_link_and_both_open_again(tmp_path, monkeypatch):
    answer = request_list(press="1-1", title="Mine", step=TWO)
    assert (answer["press"], answer["count"], answer["faults"]) == ("1-1", 2, [])
    assert 'notes = """\nAsk first.\n\nThen look."""' in answer["toml"]
    assert answer["address"].startswith("/walk?lam=0.1&view=lecture&list=z.")
    for text in (
        answer["toml"],
        answer["address"],
        f"https://kernels.example.edu{answer['address']}",
    ):
        back = request_list(press="1-2", text=text)
        assert (back["title"], json.loads(json.dumps(back["step"])), [*back["faults"]]) == (
            "Mine",
            TWO,
            [],
        )
    monkeypatch.setattr(playlist, "FOLDER", tmp_path)
    (tmp_path / "two.toml").write_text(answer["toml"], "utf-8")
    assert request_list(press="1-3", text="/?view=lecture&list=two~2")["step"][0] == TWO[0]


def test_a_faulty_scene_is_named_and_left_out():
    faulty_step = {"page": "walk", "scene": "lam=much", "title": "Wrong"}
    answer = request_list(press="1", title="", step=[TWO[0], faulty_step, {"page": "nowhere"}])
    assert answer["count"] == 1
    assert [fault[:9] for fault in answer["faults"]] == ["Scene 2: ", "Scene 3: "]
    assert "Wrong" not in answer["toml"]


def test_a_lecture_too_long_for_a_link_can_be_a_file():
    random_numbers = random.Random(0)
    notes = [
        "".join(chr(random_numbers.randrange(0x4E00, 0x9000)) for _ in range(900)) for _ in range(9)
    ]
    answer = request_list(press="1", step=[{"page": "walk", "notes": text} for text in notes])
    assert answer["count"] == 9 and answer["address"] == ""
    assert f"{packed_text.MAX_CHARACTERS:,}" in answer["faults"][0]


@pytest.mark.thorough
@with_examples(80, suppress_health_check=list(HealthCheck), database=None)
@given(
    st.text(max_size=40)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda scene: (
            st.lists(scene, max_size=3)
            | st.dictionaries(
                st.sampled_from(["press", "text", "title", "step", "page", "ask", "scene"]), scene
            )
        ),
    ).map(json.dumps)
)
def test_any_request_gets_a_list_or_a_message(text):
    reply = answer(text)
    if not {"toml", "step", "sliders"} & {*reply}:
        assert all(len(fault) > 9 for fault in reply["faults"])


def test_the_panel_can_ask_for_the_sliders_of_a_scene():
    def sliders(**scene):
        return request_list(press="1", scene=scene)["sliders"]

    assert sliders(page="plane", step="wide") == ["tau"]
    assert sliders(page="plane") == sliders(page="plane", step="first") == ["tau", "lam"]
    assert sliders(page="plane", step="nowhere") == sliders(page="nowhere") == []


def test_overlong_text_is_not_read():
    reply = answer(json.dumps({"text": "#" * own_lecture.MAX_BYTES * 5}))
    assert reply["faults"] == (own_lecture.TOO_LONG,)
