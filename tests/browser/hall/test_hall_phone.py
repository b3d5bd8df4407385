"""Phones in a hall: real contexts on the app's own server, with JavaScript and without."""

import json
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.whole_page import prepare, told, violations
from tests.features.hall.visitors import CHOICE, PLACE, POINTS, SLIDER

OWN_POLICY = {
    **PHONE,
    "bypass_csp": False,
}  # what it refuses, the console tells, and the test fails
LARGEST = 40 * 1024  # bytes of a phone's page in all


class Room:
    """A room, as its owner has it."""

    def __init__(self, server: str):
        self._server, self._cookie = server, ""
        self.code = self._post("/hall")["code"]
        self.url = f"{server}/hall/{self.code}"

    def _post(self, path, body=b""):
        headers = {"Cookie": self._cookie, "Origin": self._server}
        with urlopen(Request(self._server + path, body, headers, method="POST")) as reply:
            self._cookie = self._cookie or (reply.headers["set-cookie"] or "").partition(";")[0]
            return json.loads(reply.read())

    def put(self, question):
        return self._post(f"/hall/{self.code}/question", json.dumps(question).encode())

    def act(self, name):
        return self._post(f"/hall/{self.code}/{name}")

    def last(self):
        """The answers of the last round, which is closed for it."""
        self.act("close")
        with urlopen(Request(f"{self.url}/results", headers={"Cookie": self._cookie})) as reply:
            return json.loads(reply.read())["questions"][-1]["rounds"][-1]["answers"]


@pytest.fixture
def room(server) -> Room:
    return Room(server)


@pytest.fixture
def phones(make_page, room):
    """phones(count): that many, each in a context of its own, in the room."""

    def make(count: int, **options) -> list[Page]:
        made = [make_page(**OWN_POLICY, **options) for _ in range(count)]
        for phone in made:
            phone.goto(room.url)
        return made

    return make


@pytest.mark.thorough  # in every run test_hall.py has phones vote in two rounds of a screen's room
def test_phones_vote_in_two_rounds_and_the_page_follows_by_itself(room, phones):
    first, second, third = phones(3)
    expect(first.get_by_role("heading")).to_have_text("You are in.")
    room.put(CHOICE)
    for phone in (first, second, third):
        phone.get_by_role("button", name="It falls").tap()
        expect(phone.get_by_role("status")).to_contain_text("Your answer is in.")
    second.get_by_role("button", name="Nothing").tap()
    expect(second.get_by_role("button", name="Nothing")).to_have_attribute("aria-pressed", "true")
    second.reload()
    expect(second.get_by_role("button", name="Nothing")).to_have_attribute("aria-pressed", "true")
    assert room.last() == [0, 0, 2]
    expect(third.get_by_role("status")).to_contain_text("Your answer: It falls.")
    room.act("round")
    expect(first.get_by_text("Talk to your neighbour")).to_be_visible()
    first.get_by_role("button", name="It rises").tap()
    expect(first.get_by_role("status")).to_contain_text("Your answer is in.")
    assert room.last() == [1]
    room.act("reveal")
    expect(first.get_by_text("Right: It rises")).to_be_visible()
    expect(third.get_by_text(CHOICE["why"])).to_be_visible()


@pytest.mark.thorough
def test_a_vote_that_comes_too_late_is_refused_in_words(room, phones, watch):
    watch.allow("status of 409")
    room.put(CHOICE)
    (phone,) = phones(1)
    phone.route("**/state", lambda route: route.abort())  # it has not heard of the close
    watch.allow("ERR_FAILED")
    room.act("close")
    phone.get_by_role("button", name="It falls").tap()
    expect(phone.get_by_role("status")).to_contain_text("closed")
    assert room.act("close")["answered"] == 0


def test_a_slider_says_its_value_and_sends_it(room, phones):
    room.put(SLIDER)
    (phone,) = phones(1)
    slider = phone.get_by_role("slider")
    expect(phone.locator(".value")).to_have_text("τ = 0.566")
    box = slider.bounding_box()
    phone.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    slider.press("ArrowRight")
    value = phone.locator(".value b").inner_text()
    assert float(value) > 1.5 and slider.get_attribute("aria-valuetext") == f"τ {value}"
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_role("status")).to_contain_text("Your answer is in.")
    phone.reload()
    expect(phone.locator(".value b")).to_have_text(value)
    assert room.last() == [float(value)]


def test_a_tap_on_the_plane_is_a_place(room, phones):
    room.put(PLACE)
    (phone,) = phones(1)
    plane = phone.locator("svg.plane")
    box = plane.bounding_box()
    plane.tap(position={"x": box["width"] * 0.75, "y": box["height"] * 0.25})
    x, y = (float(phone.locator(f"#{name}").input_value()) for name in "xy")
    assert x == pytest.approx(1.5, abs=0.1) and y == pytest.approx(1, abs=0.1)
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_role("status")).to_contain_text("Your answer is in.")
    assert room.last() == [[x, y]]


def test_without_javascript_it_is_a_form(room, phones):
    (phone,) = phones(1, java_script_enabled=False)
    room.put(CHOICE)
    phone.get_by_role("link", name="Look again").tap()
    phone.get_by_role("button", name="It rises").tap()
    expect(phone.get_by_role("status")).to_contain_text("Your answer: It rises.")
    room.put(SLIDER)
    phone.goto(room.url)
    phone.get_by_role("spinbutton").fill("0.8")
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_role("status")).to_contain_text("Your answer: τ = 0.8.")
    assert room.last() == [0.8]
    room.put(POINTS)
    phone.goto(room.url)
    phone.get_by_role("radio", name="negative").tap()
    phone.get_by_label("x, to the right").fill("-1.5")
    phone.get_by_label("y, upwards").fill("0.25")
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_role("status")).to_contain_text("negative at (−1.5, 0.25)")
    assert room.last() == [[-1, -1.5, 0.25]]


def test_what_could_not_be_sent_is_sent_again(room, phones, watch):
    watch.allow("ERR_FAILED", "status of 502")
    room.put(CHOICE)
    (phone,) = phones(1)
    turns = iter(["abort", "bad", "pass"])

    def on_the_way(route):
        turn = next(turns)
        if turn == "pass":
            route.continue_()
        else:
            route.abort() if turn == "abort" else route.fulfill(status=502)

    phone.route("**/votes", on_the_way)
    phone.get_by_role("button", name="Nothing").tap()
    expect(phone.get_by_role("status")).to_contain_text("tried again")
    expect(phone.get_by_role("status")).to_contain_text("Your answer is in.")
    assert room.last() == [2]


@pytest.mark.thorough
def test_who_types_a_wrong_code_is_told_and_may_type_again(room, make_page, server, watch):
    watch.allow("status of 404")
    phone = make_page(**OWN_POLICY)
    phone.goto(f"{server}/join")
    phone.get_by_label("The code on the screen").fill("cccccc")
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_role("alert")).to_contain_text("no room with this code")
    phone.get_by_label("The code on the screen").fill(room.code.lower())
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_role("heading")).to_have_text("You are in.")


def test_the_page_is_small_and_axe_finds_nothing(room, make_page, server):
    phone = make_page(**PHONE)
    sizes: dict[str, int] = {}
    phone.on("response", lambda reply: sizes.update({reply.url: len(reply.body())}))
    for theme in ("light", "dark"):
        phone.emulate_media(color_scheme=theme)
        phone.goto(f"{server}/join")
        prepare(phone)
        assert violations(phone) == [], (theme, "join")
        for question in (CHOICE, SLIDER, PLACE, POINTS):
            room.put(question)
            phone.goto(room.url)
            prepare(phone)
            found = violations(phone)
            assert not found, (theme, question["kind"], told(found))
            wide = phone.evaluate("document.documentElement.scrollWidth > innerWidth")
            assert not wide, (theme, question["kind"])
    page_and_script = [size for url, size in sizes.items() if not url.endswith(("/state", "/join"))]
    assert len(page_and_script) == 2 and sum(page_and_script) < LARGEST
