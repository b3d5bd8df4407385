"""Scores in each kind of store: the score that counts, the replica that sends it, and the
counts."""

from dataclasses import replace

import pytest

from features.platform import scores
from features.platform.launches import COUNT_LAST, TaskLaunch
from features.platform.registry import Registry, use_nonce
from features.platform.scores import ACCEPTED_SCORE, LEASE_SECONDS, RETRY_SECONDS
from features.platform.settings import Registration
from features.platform.tables import TABLES
from features.platform.tool import Tool
from lab.course.course import Course
from lab.store.store import Store

LAUNCH = TaskLaunch("https://x", "client", "subject", "CODE", "week-3", "https://x/lineitems/1")


@pytest.fixture
def tool(url, clock):
    store = Store(url, [TABLES], clock)
    yield Tool(Course(), store)
    store.close()


def test_the_best_counts_unless_the_last_does(tool):
    for points, is_stored in ((1, True), (3, True), (2, False), (3, False)):
        assert scores.store_score(tool, LAUNCH, points, 4) == is_stored
    assert scores.find_score(tool.store, "CODE", LAUNCH.line_item).points == 3
    assert scores.store_score(tool, replace(LAUNCH, counts=COUNT_LAST), 0, 4)
    assert scores.find_score(tool.store, "CODE", LAUNCH.line_item).points == 0
    assert scores.find_score(tool.store, "OTHER", LAUNCH.line_item) is None


def test_a_waiting_score_is_claimed_by_one_replica_at_a_time(tool, clock):
    scores.store_score(tool, LAUNCH, 1, 4)
    scores.store_score(tool, replace(LAUNCH, student="OTHER"), 2, 4)
    assert scores.claim_due_scores(tool.store) == []
    clock.seconds += RETRY_SECONDS
    first, second = scores.claim_due_scores(tool.store)
    assert scores.claim_due_scores(tool.store) == []
    scores.end_sending(tool.store, first, ACCEPTED_SCORE)
    clock.seconds += LEASE_SECONDS
    (again,) = scores.claim_due_scores(tool.store)
    assert again.student == second.student
    assert scores.count_scores(tool.store, LAUNCH.line_item)[:2] == (2, 1)
    assert scores.count_by_line_item(tool.store) == [(LAUNCH.line_item, 2, 1, 0)]


def test_a_newer_score_is_not_ended_with_an_older_one(tool, clock):
    scores.store_score(tool, LAUNCH, 1, 4)
    older = scores.find_score(tool.store, "CODE", LAUNCH.line_item)
    clock.seconds += 1
    scores.store_score(tool, LAUNCH, 2, 4)
    scores.end_sending(tool.store, older, ACCEPTED_SCORE)
    assert scores.find_score(tool.store, "CODE", LAUNCH.line_item).state == scores.WAITING_SCORE


def test_nonces_and_registrations(tool, clock):
    assert [use_nonce(tool.store, "n", clock.seconds + 9) for _ in range(2)] == [True, False]
    clock.seconds += 10
    TABLES.delete_expired(tool.store)
    assert use_nonce(tool.store, "n", clock.seconds + 9)
    registry = Registry(tool.store)
    for deployments in (("1", "2"), ()):
        registration = Registration(
            "https://x", "c", "https://a", "https://t", "https://j", deployments
        )
        registry.add(registration)
        assert registry.all() == [registration] == [registry.find("https://x")]
    assert registry.delete("https://x", "c") and registry.find("https://x") is None
