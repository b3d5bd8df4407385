"""Seeds, checksums, links and files are the same on the student's device and on the server."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from features.assignments import answer as answers
from features.assignments import codes
from features.assignments.answer import AssignmentAnswer, TaskAnswer, read
from tests.features.assignments.answer_cases import file_text, one_line
from tests.js.in_node import program

SCRIPT = """
import * as module from "./features/assignments/answer.js";
import { sha256 } from "./assets/base/sha256.js";
const answer = async (item) => ({
  seed: module.seed(item.key, item.code), code: module.normalise(item.code),
  sum: module.checksum(item), word: await module.packWord(item), file: module.fileText(item),
  line: module.oneLine(item.words), hash: sha256(item.words),
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


def run_script(cases: list[dict]) -> list[dict]:
    return program(SCRIPT).answers(json.dumps(cases))


def answer_of(case: dict) -> AssignmentAnswer:
    return AssignmentAnswer(
        case["key"], case["code"], tuple(TaskAnswer(**item) for item in case["entries"])
    )


@given(st.lists(CASES, min_size=40, max_size=60))
@settings(max_examples=4)
def test_seeds_checksums_links_and_files_are_the_same_in_both_languages(cases):
    for case, result in zip(cases, run_script(cases), strict=True):
        answer = answer_of(case)
        assert result["code"] == codes.normalise(case["code"])
        assert result["seed"] == codes.seed(case["key"], case["code"])
        assert result["sum"] == answer.checksum and result["file"] == file_text(answer)
        assert result["line"] == one_line(case["words"])
        if codes.normalise(case["code"]):
            assert read(f"https://x.example/?answer={result['word']}".encode()) == answer
            assert read(result["file"].encode()) == answer


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 1000])
def test_the_hash_is_sha_256(length):
    import hashlib

    text = "aä∑"[:length] if length < 3 else ("kernel" * 200)[:length]
    (result,) = run_script([{"key": "", "code": "a", "words": text, "entries": []}])
    assert result["hash"] == hashlib.sha256(text.encode()).hexdigest()


def test_a_lone_surrogate_is_replaced():
    (result,) = run_script([{"key": "k", "code": "a\ud800b", "words": "\udc00", "entries": []}])
    assert result["code"] == "a\ufffdb" and result["line"] == "\ufffd"
    assert result["word"].startswith("z.") and answers.VERSION == 1
