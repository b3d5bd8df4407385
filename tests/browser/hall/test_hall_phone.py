"""Phones in a room of the hall, with JavaScript and without."""

import json
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from features.hall import phone_page
from tests.browser.accessibility.translated import SCRIPT
from tests.browser.conftest import PHONE
from tests.browser.whole_page import assert_accessible, describe_violations, prepare, violations
from tests.features.hall.visitors import CHOICE, PLACE, POINTS, SLIDER

# The pages keep their content policy; the browser logs a violation to the console, which fails the
# test.
PHONE_WITH_POLICY = {**PHONE, "bypass_csp": False}
# Wraps texts as a browser's translation does, and adds an e to each word.
TRANSLATION = SCRIPT.read_text("utf-8")
MAX_PAGE_BYTES = 40 * 1024  # limit for a phone's page and its script together


class Room:
    """A room of the hall, and the cookie of its owner."""

    def __init__(self, server: str):
        self._server, self._cookie = server, ""
        self.code = self._post("/hall")["code"]
        self.url = f"{server}/hall/{self.code}"

    def _post(self, path, body=b""):
        headers = {"Cookie": self._cookie, "Origin": self._server}
        with urlopen(Request(self._server + path, body, headers, method="POST")) as reply:
            self._cookie = self._cookie or (reply.headers["set-cookie"] or "").partition(";")[0]
            return json.loads(reply.read())

    def put_question(self, question):
        return self._post(f"/hall/{self.code}/question", json.dumps(question).encode())

    def act(self, name):
        return self._post(f"/hall/{self.code}/{name}")

    def last_answers(self):
        """Close the last round, and return its answers."""
        self.act("close")
        with urlopen(Request(f"{self.url}/results", headers={"Cookie": self._cookie})) as reply:
            return json.loads(reply.read())["questions"][-1]["rounds"][-1]["answers"]


@pytest.fixture
def room(server) -> Room:
    return Room(server)


@pytest.fixture
def phones(make_page, room):
    """Return a function that opens a number of phones in the room, each in its own context."""

    def make(count: int, **options) -> list[Page]:
        pages = [make_page(**PHONE_WITH_POLICY, **options) for _ in range(count)]
        for phone in pages:
            phone.goto(room.url)
        return pages

    return make


@pytest.mark.thorough  # test_hall.py covers two rounds in every run
def test_phones_vote_in_two_rounds_and_their_pages_update(room, phones):
    phone_a, phone_b, phone_c = phones(3)
    expect(phone_a.get_by_role("heading")).to_have_text("You have joined.")
    room.put_question(CHOICE)
    for phone in (phone_a, phone_b, phone_c):
        phone.get_by_role("button", name="It falls").tap()
        expect(phone.get_by_role("status")).to_contain_text("Your answer was received.")
    phone_b.get_by_role("button", name="Nothing").tap()
    expect(phone_b.get_by_role("button", name="Nothing")).to_have_attribute("aria-pressed", "true")
    phone_b.reload()
    expect(phone_b.get_by_role("button", name="Nothing")).to_have_attribute("aria-pressed", "true")
    assert room.last_answers() == [0, 0, 2]
    expect(phone_c.get_by_role("status")).to_contain_text("Your answer: It falls.")
    room.act("round")
    expect(phone_a.get_by_text("Talk to your neighbour")).to_be_visible()
    phone_a.get_by_role("button", name="It rises").tap()
    expect(phone_a.get_by_role("status")).to_contain_text("Your answer was received.")
    assert room.last_answers() == [1]
    room.act("reveal")
    expect(phone_a.get_by_text("Correct answer: It rises")).to_be_visible()
    expect(phone_c.get_by_text(CHOICE["why"])).to_be_visible()


@pytest.mark.thorough
def test_a_vote_after_the_close_is_refused_with_a_message(room, phones, watch):
    watch.allow("status of 409")
    room.put_question(CHOICE)
    (phone,) = phones(1)
    phone.route("**/state", lambda route: route.abort())  # the phone misses the close
    watch.allow("ERR_FAILED")
    room.act("close")
    phone.get_by_role("button", name="It falls").tap()
    expect(phone.get_by_role("status")).to_have_text(
        "The question is not open, so this answer is not counted. The question is closed. Look at "
        "the screen."
    )
    assert room.act("close")["answered"] == 0


def test_a_slider_shows_its_value_and_sends_it(room, phones):
    room.put_question(SLIDER)
    (phone,) = phones(1)
    slider = phone.get_by_role("slider")
    expect(phone.locator(".value")).to_have_text("τ = 0.566")
    box = slider.bounding_box()
    phone.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    slider.press("ArrowRight")
    value = phone.locator(".value b").inner_text()
    assert float(value) > 1.5 and slider.get_attribute("aria-valuetext") == f"τ {value}"
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_role("status")).to_contain_text("Your answer was received.")
    phone.reload()
    expect(phone.locator(".value b")).to_have_text(value)
    assert room.last_answers() == [float(value)]


def test_a_tap_on_the_plane_sends_its_place(room, phones):
    room.put_question(PLACE)
    (phone,) = phones(1)
    plane = phone.locator("svg.plane")
    box = plane.bounding_box()
    plane.tap(position={"x": box["width"] * 0.75, "y": box["height"] * 0.25})
    x, y = (float(phone.locator(f"#{name}").input_value()) for name in "xy")
    assert x == pytest.approx(1.5, abs=0.1) and y == pytest.approx(1, abs=0.1)
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_role("status")).to_contain_text("Your answer was received.")
    assert room.last_answers() == [[x, y]]


def test_without_javascript_the_page_is_a_form(room, phones):
    (phone,) = phones(1, java_script_enabled=False)
    room.put_question(CHOICE)
    phone.get_by_role("link", name="Refresh").tap()
    phone.get_by_role("button", name="It rises").tap()
    expect(phone.get_by_role("status")).to_contain_text("Your answer: It rises.")
    room.put_question(SLIDER)
    phone.goto(room.url)
    phone.get_by_role("spinbutton").fill("0.8")
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_role("status")).to_contain_text("Your answer: τ = 0.8.")
    assert room.last_answers() == [0.8]
    room.put_question(POINTS)
    phone.goto(room.url)
    phone.get_by_role("radio", name="negative").tap()
    phone.get_by_label("x, to the right").fill("-1.5")
    phone.get_by_label("y, upwards").fill("0.25")
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_role("status")).to_contain_text("negative at (−1.5, 0.25)")
    assert room.last_answers() == [[-1, -1.5, 0.25]]


@pytest.mark.thorough
def test_a_failed_vote_is_sent_again(room, phones, watch):
    watch.allow("ERR_FAILED", "status of 502")
    room.put_question(CHOICE)
    (phone,) = phones(1)
    outcomes = iter(["abort", "bad", "pass"])

    def fulfill_vote(route):
        outcome = next(outcomes)
        if outcome == "pass":
            route.continue_()
        else:
            route.abort() if outcome == "abort" else route.fulfill(status=502)

    phone.route("**/votes", fulfill_vote)
    phone.get_by_role("button", name="Nothing").tap()
    expect(phone.get_by_role("status")).to_contain_text("Trying again")
    expect(phone.get_by_role("status")).to_contain_text("Your answer was received.")
    assert room.last_answers() == [2]


@pytest.mark.thorough
def test_a_wrong_code_is_refused_and_can_be_typed_again(room, make_page, server, watch):
    watch.allow("status of 404")
    phone = make_page(**PHONE_WITH_POLICY)
    phone.goto(f"{server}/join")
    phone.get_by_label("The code on the screen").fill("cccccc")
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_role("alert")).to_contain_text("no room with this code")
    phone.get_by_label("The code on the screen").fill(room.code.lower())
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_role("heading")).to_have_text("You have joined.")


@pytest.mark.thorough
def test_the_page_is_small_and_accessible(room, make_page, server):
    phone = make_page(**PHONE)
    sizes: dict[str, int] = {}
    phone.on("response", lambda reply: sizes.update({reply.url: len(reply.body())}))
    for theme in ("light", "dark"):
        phone.emulate_media(color_scheme=theme)
        phone.goto(f"{server}/join")
        prepare(phone)
        assert violations(phone) == [], (theme, "join")
        for question in (CHOICE, SLIDER, PLACE, POINTS):
            room.put_question(question)
            phone.goto(room.url)
            prepare(phone)
            faults = violations(phone)
            assert not faults, (theme, question["kind"], describe_violations(faults))
            is_too_wide = phone.evaluate("document.documentElement.scrollWidth > innerWidth")
            assert not is_too_wide, (theme, question["kind"])
    page_and_script = [size for url, size in sizes.items() if not url.endswith(("/state", "/join"))]
    assert len(page_and_script) == 2 and sum(page_and_script) < MAX_PAGE_BYTES
    assert_accessible(phone, phone_page.refusal("The question is closed.", "ABCDEF"))


@pytest.mark.thorough
def test_a_translated_phone_votes_in_two_rounds(room, phones):
    (phone,) = phones(1)
    phone.evaluate(TRANSLATION)
    assert phone.evaluate("translation.begin()") > 0
    room.put_question(CHOICE)
    phone.get_by_role("button", name="Ite fallse").tap()
    expect(phone.get_by_role("status")).to_contain_text("answere wase receivede")
    room.act("round")
    expect(phone.get_by_text("youre neighboure")).to_be_visible()
    phone.get_by_role("button", name="Ite risese").tap()
    expect(phone.get_by_role("button", name="Ite risese")).to_have_attribute("aria-pressed", "true")
    assert room.last_answers() == [1]
