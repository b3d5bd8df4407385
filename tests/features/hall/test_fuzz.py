"""A room that is asked for anything, in any order: an answer, or a sentence; never a fault."""

import json

from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.examples import more
from tests.features.hall import visitors
from tests.features.hall.visitors import CHOICE, PLACE, POINTS, SLIDER, Lecturer, open_hall
from tests.visitors import BROWSER, Visitor

ANSWERS = {200, 303, 400, 403, 404, 405, 409, 413, 422, 429}
ODD = st.sampled_from(
    ["", "0", "1", "2", "9", "-1", "0.8", "1e999", "nan", "inf", "²", "٣", "1,2", "p,1,1", "n,0,0",
     "p,,", "0.5,-0.5", ",", ",,,,", "9" * 400, "0x1", "1_0", "\0", "\ud800", "<b>", "0,8", "−1"]
)  # fmt: skip
TEXTS = ODD | st.text(max_size=12)
FIELDS = st.dictionaries(
    st.sampled_from(["answer", "x", "y", "label", "question", "round"]) | st.text(max_size=3),
    TEXTS, max_size=4,
)  # fmt: skip
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=6), inside),
    max_leaves=6,
)
ROOM = open_hall()
ROOM.limits.new_rooms.rate = ROOM.limits.new_rooms.burst = 1e9  # an example is a room
NAMES = sorted({*CHOICE, *SLIDER, *PLACE, "open"})


@st.composite
def questions(draw):
    """A question, some parts of which are something else."""
    question = dict(draw(st.sampled_from([CHOICE, SLIDER, PLACE, POINTS])))
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=2)):
        question[name] = draw(ANY)
    return question


STEPS = st.one_of(
    st.tuples(st.just("vote"), FIELDS),
    st.tuples(st.just("vote"), st.fixed_dictionaries({"answer": TEXTS})),
    st.tuples(st.just("put"), questions() | ANY),
    st.tuples(st.just("act"), st.sampled_from(["open", "close", "round", "reveal"])),
    st.tuples(
        st.just("get"),
        st.sampled_from(["", "/state", "/results", "/results.csv", "/summary", "/qr.svg"]),
    ),
)


@more(40, suppress_health_check=list(HealthCheck), database=None)
@given(steps=st.lists(STEPS, min_size=1, max_size=12))
def test_a_room_answers_whatever_it_is_asked(steps):
    lecturer = Lecturer(visitors.site_of(ROOM))
    phone, base = Visitor(lecturer.site), f"/hall/{lecturer.code}"
    lecturer.put()
    for what, given_ in steps:
        replies = {
            "vote": lambda g: [phone.vote(lecturer.code, accept=accept, **escaped(g))
                               for accept in (BROWSER, "application/json")],
            "put": lambda g: [lecturer.post(f"{base}/question", json.dumps(g).encode())],
            "act": lambda g: [lecturer.act(g)],
            "get": lambda g: [lecturer.get(base + g), phone.get(base + g, accept=BROWSER)],
        }[what](given_)  # fmt: skip
        for reply in replies:
            assert reply.status in ANSWERS, (what, given_, reply.body[:200])
            if reply.status >= 400 and reply.headers["content-type"] == "application/json":
                assert len(reply.json()["message"]) > 9
    told = lecturer.get(f"{base}/state").json()
    assert {"question", "round", "open", "answered"} <= {*told}
    assert ("counts" in told) == (not told["open"]) and told["answered"] <= 1
    if not told["open"] and told["question"]["kind"] != "points":
        flat = told["counts"]
        rows = flat if isinstance(flat[0], list) else [flat]
        assert sum(map(sum, rows)) == told["answered"], "every answer that is kept is counted"


def escaped(fields):
    return {name: text.encode("utf-8", "surrogatepass") for name, text in fields.items()}
