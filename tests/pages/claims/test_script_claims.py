"""Numbers in the sentences of scripts: computed, as those in the text of pages are."""

import re
from collections.abc import Callable, Iterator

import numpy as np

import kernel_core as kc
from kernel_core.multiclass import chain_tree, depths
from lab.serving import request_limits
from pages.multiclass.cost import cost_endpoint
from tests.core.test_structure import ROOT
from tests.pages.challenge_claims import NOTATION, numbers, words

COMMENT = re.compile(r"^\s*(?://|\*|/\*).*$|(?<=[ ;,{(])//.*$", re.MULTILINE)
TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
FILLED_IN = re.compile(r"\$\{[^}]*\}")
A_WORD = re.compile(r"(?<![\w-])[A-Za-z]{2,}(?![\w-])")
NO_SENTENCE = re.compile(r"[<>{};=]|px|\brgb|\bvar\(|^http")
KEYS = {"With keys: 1 takes x", "number of one of the first nine", "gives it its next class"}

CLAIMS: dict[str, Callable[[], set[float]]] = {}


def claim(part: str):
    """What computes the numbers of the sentences with this part."""

    def register(compute: Callable[[], set[float]]) -> Callable[[], set[float]]:
        CLAIMS[part] = compute
        return compute

    return register


def sentences() -> Iterator[str]:
    """The texts of scripts that are sentences, without what is filled in."""
    for folder in ("assets", "pages"):
        for path in sorted((ROOT / folder).rglob("*.js")):
            for match in TEXT.finditer(COMMENT.sub("", path.read_text("utf-8"))):
                text = FILLED_IN.sub("¤", match[1] or match[2] or "")
                if len(A_WORD.findall(text)) > 2 and not NO_SENTENCE.search(text):
                    yield text


@claim("All five are being trained")
def ways_of_the_bill():
    return {float(len(cost_endpoint.WAYS))}


@claim("about half of q")
def questions_of_a_chain():
    shares = [np.mean([*depths(chain_tree(range(q))).values()]) / q for q in (16, 64, 256)]
    assert abs(shares[-1] - 1 / 2) < abs(shares[0] - 1 / 2) < 0.05
    return {1 / 2}


@claim("Eigenvalues of (K + Kᵀ)/2")
def the_symmetric_matrix_with_the_same_sums():
    K, c = np.random.default_rng(0).normal(size=(2, 5, 5))
    return {float(np.round(c[0] @ (K + K.T) @ c[0] / (c[0] @ K @ c[0]), 9))}


@claim("the penalty throws αᵢ to the other side")
@claim("the penalty pulls αᵢ towards 0")
def where_a_step_turns_round():
    """How large mλη may be before a step of the penalty alone leads farther out than it began."""
    K, y, alpha, lam = np.ones((1, 1)), np.ones(1), np.array([5.0]), 0.3
    pull = kc.theory.stochastic_gradient(K, y, alpha, kc.Hinge(), lam, 0)
    sizes = np.linspace(0.01, 4, 400)
    after = alpha - sizes * pull / lam
    np.testing.assert_array_equal(after < -alpha, np.abs(after) > alpha, "on the other side")
    return {round(float(sizes[np.abs(after) <= alpha + 1e-9][-1]), 9)}


@claim("This is more than a link can carry")
def length_of_a_link():
    kilobytes = request_limits.TARGET_BYTES / 1024
    return {kilobytes - 1}  # which the page's own words have


def test_every_number_in_the_sentences_of_scripts_is_computed():
    used, wrong, count = set(), [], 0
    for text in sentences():
        count += 1
        told = {*numbers(text), *words(text)} - NOTATION
        if not told or any(part in text for part in KEYS):
            continue
        parts = [part for part in CLAIMS if part in text]
        used |= {*parts}
        if len(parts) != 1 or not told <= CLAIMS[parts[0]]():
            wrong.append(f"{sorted(told)}: {text}")
    assert count > 200 and not wrong, "\n".join(wrong)
    assert used == set(CLAIMS), "said no more"
