"""Simulate short sessions while memory is measured."""

from collections.abc import Iterator

from benchmarks.load.learner_words import PAGE, state
from benchmarks.load.session import Session

STEPS = 10  # memory samples
TAUS = (0.1, 0.2, 0.4, 0.8, 1.6)


def come_and_go(url: str, sessions: int) -> Iterator[int]:
    """Open and close sessions in sequence. Yield how many were opened: 0, then after each tenth."""
    yield 0
    for k in range(1, sessions + 1):
        session = Session(url, PAGE)
        session.open()
        place = session.places["bandwidth"]
        session.say_ready(place)
        session.set_state(place, state(tau=f"{TAUS[k % len(TAUS)]}"))
        session.close()
        if k % max(1, sessions // STEPS) == 0:
            yield k
