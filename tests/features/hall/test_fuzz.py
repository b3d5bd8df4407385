"""Random requests in random order: a room answers each, or refuses it with a message."""

import json

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.examples import with_examples
from tests.features.hall import visitors
from tests.features.hall.visitors import CHOICE, PLACE, POINTS, SLIDER, Lecturer, open_hall
from tests.visitors import BROWSER, Visitor

STATUSES = {200, 303, 400, 403, 404, 405, 409, 413, 422, 429}
ODD_TEXTS = st.sampled_from(
    ["", "0", "1", "2", "9", "-1", "0.8", "1e999", "nan", "inf", "²", "٣", "1,2", "p,1,1", "n,0,0",
     "p,,", "0.5,-0.5", ",", ",,,,", "9" * 400, "0x1", "1_0", "\0", "\ud800", "<b>", "0,8", "−1"]
)  # fmt: skip
TEXTS = ODD_TEXTS | st.text(max_size=12)
FIELDS = st.dictionaries(
    st.sampled_from(["answer", "x", "y", "label", "question", "round"]) | st.text(max_size=3),
    TEXTS, max_size=4,
)  # fmt: skip
ANY_VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=6), inside),
    max_leaves=6,
)
ROOM = open_hall()
ROOM.limits.new_rooms.rate = ROOM.limits.new_rooms.burst = 1e9  # every example opens a room
NAMES = sorted({*CHOICE, *SLIDER, *PLACE, "open"})


@st.composite
def questions(draw):
    """Generate a question with up to two random fields."""
    question = dict(draw(st.sampled_from([CHOICE, SLIDER, PLACE, POINTS])))
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=2)):
        question[name] = draw(ANY_VALUE)
    return question


STEPS = st.one_of(
    st.tuples(st.just("vote"), FIELDS),
    st.tuples(st.just("vote"), st.fixed_dictionaries({"answer": TEXTS})),
    st.tuples(st.just("put"), questions() | ANY_VALUE),
    st.tuples(st.just("act"), st.sampled_from(["open", "close", "round", "reveal"])),
    st.tuples(
        st.just("get"),
        st.sampled_from(["", "/state", "/results", "/results.csv", "/summary", "/qr.svg"]),
    ),
)


@with_examples(15, suppress_health_check=list(HealthCheck), database=None)
@given(steps=st.lists(STEPS, min_size=1, max_size=12))
def test_a_room_answers_or_refuses_any_request(steps):
    lecturer = Lecturer(visitors.site_of(ROOM))
    phone, base = Visitor(lecturer.site), f"/hall/{lecturer.code}"
    lecturer.put_question()
    for action, argument in steps:
        replies = {
            "vote": lambda value: [phone.vote(lecturer.code, accept=accept, **escaped(value))
                               for accept in (BROWSER, "application/json")],
            "put": lambda value: [lecturer.post(f"{base}/question", json.dumps(value).encode())],
            "act": lambda value: [lecturer.act(value)],
            "get": lambda value: [lecturer.get(base + value),
                                  phone.get(base + value, accept=BROWSER)],
        }[action](argument)  # fmt: skip
        for reply in replies:
            assert reply.status in STATUSES, (action, argument, reply.body[:200])
            if reply.status >= 400 and reply.headers["content-type"] == "application/json":
                assert len(reply.json()["message"]) > 9
    state = lecturer.get(f"{base}/state").json()
    assert {"question", "round", "open", "answered"} <= {*state}
    assert ("counts" in state) == (not state["open"]) and state["answered"] <= 1
    if not state["open"] and state["question"]["kind"] != "points":
        counts = state["counts"]
        rows = counts if isinstance(counts[0], list) else [counts]
        assert sum(map(sum, rows)) == state["answered"], "every stored answer is counted"


def escaped(fields):
    return {name: text.encode("utf-8", "surrogatepass") for name, text in fields.items()}
