"""After a failure the page shows a message, keeps its scene, and works."""

import pytest
from playwright.sync_api import expect

from lab.scene.learning_problem import problem
from lab.scene.scene import DEFAULT, replace
from tests.browser import eyes, hand
from tests.browser.expected import READOUTS, check_numbers, sweep_of
from tests.browser.live import open_live
from tests.browser.watch import SERVER_GONE
from tests.browser.wire_tap import WireTap

PAGE = "/rbf-bandwidth?hide=text&step=price"  # a step with two sliders and a switch
STREAMLIT_GONE = (r"Cannot send rerun", r"Client Error", r"Streamlit server is not responding")


def strip(live):
    return live.locator(".kl-strip")


def shown_numbers(live):
    return {name: eyes.readout(live, name) for name in READOUTS}


@pytest.mark.thorough
def test_the_server_stops_during_a_drag(make_server, page, watch):
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE)
    server, tap = make_server(), WireTap(page)
    live = open_live(page, server.url + PAGE)
    tap.until_quiet()
    hand.record(live)
    hand.drag(page, "tau", 36, moves=8)
    server.kill()
    page.mouse.move(*hand.place(page, "tau", 58), steps=20)
    before, events = hand.recorded(live)
    assert events[-1]["stop"] == 58 and len(events) > 20
    assert [e["painted"] - before["painted"] for e in events] == [*range(1, len(events) + 1)]
    for event in events:
        check_numbers(event["numbers"], sweep_of(DEFAULT, "tau"), event["stop"])
    page.mouse.up()
    strip(live).get_by_text(
        "The server does not answer. Pictures that are loaded still work"
    ).wait_for()
    # Nothing covers the page, and everything still works.
    hand.drag(page, "tau", 20, moves=10)
    page.mouse.up()
    check_numbers(shown_numbers(live), sweep_of(DEFAULT, "tau"), 20)
    live.get_by_role("radio", name="Squared", exact=True).click()
    squared = live.get_by_role("radio", name="Squared", exact=True)
    expect(squared).to_have_attribute("aria-checked", "true")
    page.wait_for_url(lambda url: "loss=squared" in url)  # the address is right without a server
    make_server(port=server.port)
    live.get_by_role("radio", name="Hinge", exact=True).click()  # this requests a sweep
    strip(live).wait_for(state="hidden")
    check_numbers(shown_numbers(live), sweep_of(DEFAULT, "tau"), 20)
    page.wait_for_url(lambda url: "loss=hinge" in url)  # the address is right with the new server


@pytest.mark.thorough
def test_a_refusal_is_shown_with_the_servers_message(page, server, watch):
    watch.allow("status of 400")
    live = open_live(page, server + PAGE)
    picture = eyes.read_canvas(eyes.plane(live))

    def spoil(route):
        """Answer with the server's refusal of an invalid scene."""
        url = route.request.url
        route.fulfill(response=route.fetch(url=url.replace("m=200", "m=0")))

    page.route("**/frames?**", spoil)
    live.get_by_role("textbox", name="τ,").first.fill("0.77")
    page.keyboard.press("Enter")
    strip(live).get_by_text("m must be a whole number from 2 to 1000, not “0”.").wait_for()
    assert (eyes.read_canvas(eyes.plane(live)) == picture).all(), "the last picture stays"
    page.unroute("**/frames?**")
    live.get_by_role("textbox", name="τ,").first.fill("0.66")
    page.keyboard.press("Enter")
    strip(live).wait_for(state="hidden")
    expect(hand.slider(page, "tau")).to_have_attribute("aria-valuetext", "τ = 0.66")


def test_a_busy_server_is_retried_automatically(page, server, watch):
    watch.allow("status of 503")
    live = open_live(page, server + PAGE)
    message = "The server is busy with other pictures; please try again in a moment."
    turned_away = []

    def answer_later(route):
        turned_away.append(route.request.url)
        route.fulfill(status=503, json={"message": message}, headers={"Retry-After": "2"})

    page.route("**/frames?**", answer_later)
    live.get_by_role("textbox", name="τ,").first.fill("0.77")
    page.keyboard.press("Enter")
    strip(live).get_by_text(message).wait_for()
    expect(strip(live)).to_contain_text("Pictures that are loaded still work")
    page.unroute("**/frames?**")
    strip(live).wait_for(state="hidden")
    assert turned_away
    page.wait_for_function("document.querySelector('[data-live]').dataset.ready === '1'")
    eyes.until_number(live, "primal", problem(replace(DEFAULT, tau=0.77)).fit().primal)


ADDRESSES = {
    "tau=abc&m=1e99&unknown=1&loss=logistic&lam=0.05": (
        ["tau must be a number from 0.01 to 100, not “abc”. It stays at 0.4.",
         "m must be a whole number from 2 to 1000, not “1e99”. It stays at 200.",
         "“unknown” is not a part of a scene"],
        {"loss": "Logistic", "lam": "λ = 0.050"},
    ),
    "tau=0.8&tau=0.9&lam=0.05": (
        ["tau must have one value, but the address has “0.8”, “0.9”."],
        {"loss": "Hinge", "lam": "λ = 0.050"},
    ),
    "tau=%CF%84&data=Spira%C3%9Fe&lam=0.05&seed=%00*_%3Cb%3E_*": (
        ["not “τ”", "not “Spiraße”", "not “\\x00*_<b>_*”"],
        {"loss": "Hinge", "lam": "λ = 0.050"},
    ),
    "lam=0.05&x=" + "y" * 10_000: (
        ["The address is too long"],
        {"loss": "Hinge", "lam": "λ = 0.0050"},
    ),
    "lam=nan&tau=inf&m=-3&risk=&kernel=%F0%9F%99%82": (
        ["lam must be a number", "tau must be a number", "m must be a whole", "but it is empty",
         "not “🙂”"],
        {"loss": "Hinge", "lam": "λ = 0.0050"},
    ),
}  # fmt: skip


@pytest.mark.thorough
def test_a_bad_address_is_answered_in_sentences(page, server):
    live = None
    alert = page.locator('[data-testid="stAlert"]')
    for address, (sentences, kept_text) in ADDRESSES.items():
        if live is None:
            live = open_live(page, f"{server}{PAGE}&{address}")
        else:
            page.evaluate(hand.WALK, f"?hide=text&step=price&{address}")
        alert.get_by_text(sentences[0]).wait_for()
        for sentence in sentences:
            expect(alert, address[:80]).to_contain_text(sentence)
        expect(alert, "announced once").to_have_count(1)
        chosen = live.locator('[data-field="loss"][aria-checked="true"]')
        chosen.filter(has_text=kept_text["loss"]).wait_for()
        live.locator(f'[data-along="lam"][aria-valuetext="{kept_text["lam"]}"]').wait_for()
        assert "Traceback" not in page.content()
        expect(page.locator('[data-testid="stException"]')).to_have_count(0)


@pytest.mark.thorough
def test_a_valid_change_removes_the_message(page, server):
    live = open_live(page, f"{server}{PAGE}&tau=abc")
    page.locator('[data-testid="stAlert"]').wait_for()
    hand.click_at(page, "tau", 40)
    page.locator('[data-testid="stAlert"]').wait_for(state="detached")
    assert live.locator(".kl-strip").is_hidden()


@pytest.mark.thorough("/")
@pytest.mark.parametrize("path", ["/", PAGE])
def test_without_our_modules_the_page_names_what_it_needs(page, server, watch, path):
    watch.allow("ERR_FAILED", "dynamically imported")
    page.route("**/assets/**", lambda route: route.abort())
    page.goto(server + path)
    page.get_by_text("The files of this picture could not be loaded").first.wait_for()
    page.get_by_role("heading", level=1).wait_for()
