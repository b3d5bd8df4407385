"""What a student's device writes is what is read here: seeds, checksums, links and files."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from features.assignments import answer as answers
from features.assignments import codes
from features.assignments.answer import AssignmentAnswer, TaskAnswer, read
from tests.features.assignments.handed_in import file_text, one_line
from tests.js.in_node import program

SCRIPT = """
import * as module from "./features/assignments/answer.js";
import { sha256 } from "./assets/base/sha256.js";
const answer = async (one) => ({
  seed: module.seed(one.key, one.code), normal: module.normal(one.code), sum: module.checksum(one),
  word: await module.word(one), file: module.fileText(one), line: module.oneLine(one.words),
  hash: sha256(one.words),
});
"""
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_characters="\x1c\x1d\x1e\x1f\x85"), max_size=80
)
CASES = st.builds(
    dict, key=TEXTS.map(one_line), code=TEXTS.map(one_line), words=TEXTS,
    entries=st.lists(st.builds(dict, scene=TEXTS.map(one_line), words=TEXTS.map(one_line)),
                     max_size=3),
)  # fmt: skip


def on_the_device(cases: list[dict]) -> list[dict]:
    return program(SCRIPT).answers(json.dumps(cases))


def answer_of(case: dict) -> AssignmentAnswer:
    return AssignmentAnswer(
        case["key"], case["code"], tuple(TaskAnswer(**one) for one in case["entries"])
    )


@given(st.lists(CASES, min_size=40, max_size=60))
@settings(max_examples=4)
def test_seeds_checksums_links_and_files_are_the_same_in_both_languages(cases):
    for case, told in zip(cases, on_the_device(cases), strict=True):
        answer = answer_of(case)
        assert told["normal"] == codes.normal(case["code"])
        assert told["seed"] == codes.seed(case["key"], case["code"])
        assert told["sum"] == answer.checksum and told["file"] == file_text(answer)
        assert told["line"] == one_line(case["words"])
        if codes.normal(case["code"]):
            assert read(f"https://x.example/?answer={told['word']}".encode()) == answer
            assert read(told["file"].encode()) == answer


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 1000])
def test_the_hash_is_sha_256(length):
    import hashlib

    text = "aä∑"[:length] if length < 3 else ("kernel" * 200)[:length]
    (told,) = on_the_device([{"key": "", "code": "a", "words": text, "entries": []}])
    assert told["hash"] == hashlib.sha256(text.encode()).hexdigest()


def test_half_a_letter_breaks_nothing():
    (told,) = on_the_device([{"key": "k", "code": "a\ud800b", "words": "\udc00", "entries": []}])
    assert told["normal"] == "a\ufffdb" and told["line"] == "\ufffd"
    assert told["word"].startswith("z.") and answers.VERSION == 1
