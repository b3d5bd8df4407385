"""The server goes and comes back, or its web socket is blocked: the page says so, plays on, and has
everything again by itself."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from lab.course.page_declaration import HOME
from pages.order import PAGES
from tests.browser import hand
from tests.browser.live import to_step
from tests.browser.serving.parts import AT_REST, opened, until_whole
from tests.browser.watch import SERVER_GONE

STREAMLIT_GONE = (r"Cannot send rerun", r"Client Error", r"Streamlit server is not responding",
                  r"WebSocket on")  # fmt: skip
GONE = "[data-testid=stApp]:not([data-test-connection-state=CONNECTED])"
NO_SOCKET = """window.WebSocket = class extends EventTarget {
  constructor() {
    super();
    this.readyState = 0;
    setTimeout(() => {
      this.readyState = 3;
      this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
    });
  }
  close() {}
  send() {}
};"""

# A tab in which something is open when the server goes: it goes at the first `yield`, and at the
# second another one is started.
Tab = Callable[[Page, str], Iterator[None]]


def whole(address: str, page: Page, url: str) -> Iterator[None]:
    """A page as it is opened."""
    before = opened(page, f"{url}/{address}")
    yield
    yield
    until_whole(page, before)


def walked_to(page: Page, url: str) -> Iterator[None]:
    """Streamlit asks a new server for nothing where the last run was a whole one."""
    opened(page, f"{url}/svm")
    page.get_by_test_id("stTopNavLink").filter(has_text="RBF bandwidth").first.click()
    page.wait_for_url("**/rbf-bandwidth")
    page.locator('[data-live][data-ready="1"] input[data-along="tau"]').first.wait_for()
    page.locator(AT_REST).wait_for(state="attached")
    yield
    yield
    page.locator(AT_REST).wait_for(state="attached")
    hand.click_at(page, "tau", 20)
    page.get_by_role("button", name="Ask this").click()  # only a run of the new server answers it
    page.get_by_role("dialog").get_by_label("Title").wait_for()


def slider_in_the_hand(page: Page, url: str) -> Iterator[None]:
    before = opened(page, f"{url}/rbf-bandwidth")
    live = page.locator("[data-live]").first
    hand.click_at(page, "tau", 36)
    page.wait_for_url(lambda url: "tau=" in url)
    hand.drag(page, "tau", 40, moves=4)
    yield
    page.mouse.move(*hand.place(page, "tau", 58), steps=20)
    expect(live).to_have_attribute("data-stop", "58")
    yield
    until_whole(page, before)
    expect(live).to_have_attribute("data-stop", "58")
    page.mouse.up()
    page.wait_for_url(lambda url: "tau=4.35" in url)
    expect(live).to_have_attribute("data-stop", "58")


def open_step_and_moved_slider(page: Page, url: str) -> Iterator[None]:
    """Without a server the page says what works, and nothing lies over it."""
    before = opened(page, f"{url}/rbf-bandwidth?seed=3")
    hand.click_at(page, "tau", 36)
    page.wait_for_url(lambda url: "tau=0.8" in url)
    to_step(page, "random-waves")
    fold = page.locator('[data-step="random-waves"] details')
    expect(fold).to_have_attribute("open", "")
    yield
    message = page.locator(".kl-connection")
    message.get_by_text("The server does not answer. You can keep moving what is loaded").wait_for()
    expect(page.get_by_role("dialog").filter(has_text="Connection error")).to_have_count(0)
    page.evaluate("document.querySelector('[data-step-link]').click()")
    hand.click_at(page, "tau", 20)
    page.wait_for_url(lambda url: "tau=0.233" in url)
    yield
    until_whole(page, before)
    message.wait_for(state="detached")
    expect(page.locator("[data-live]").first).to_have_attribute("data-stop", "20")
    assert "seed=3" in page.url and "tau=0.233" in page.url
    expect(fold).to_have_attribute("open", "")


def dialog(
    address: str,
    open_dialog: Callable[[Page], Locator],
    consequence: str,
    fields: dict[str, str],
    page: Page,
    url: str,
) -> Iterator[None]:
    """It stays open, with what is shown of the choices there, and with the texts of its fields."""
    opened(page, f"{url}/{address}")
    box = open_dialog(page)
    box.locator(consequence).first.wait_for()
    yield
    yield
    page.locator(AT_REST).wait_for(state="attached")
    page.wait_for_url(lambda url: "dialog=" not in url)
    box.locator(consequence).first.wait_for()
    for label, text in fields.items():
        field = box.get_by_role("textbox", name=label)
        expect(field).to_have_value(re.compile(re.escape(text)))


def own_data(page: Page) -> Locator:
    page.locator("[class*=st-key-data] button").first.click()
    page.get_by_role("button", name="Your own data").click()
    dialog = page.get_by_role("dialog").filter(has_text="Rows of a table")
    dialog.get_by_label("Rows of a table").fill("a,b,class\n1,2,x\n2,3,y\n4,5,x\n6,1,y\n")
    dialog.get_by_role("button", name="Read it").click()
    return dialog


def ask_this(page: Page) -> Locator:
    page.get_by_role("button", name="Ask this").click()
    dialog = page.get_by_role("dialog").filter(has_text="What is to be done")
    dialog.get_by_label("Title").fill("Third sheet")
    dialog.get_by_role("textbox", name="Goal").fill("support <= 40")
    dialog.get_by_label("What is to be done").fill("Use fewer support vectors.")
    return dialog


def own_lecture(page: Page) -> Locator:
    page.get_by_role("button", name="Bring your own lecture").click()
    dialog = page.get_by_role("dialog").filter(has_text="A TOML file")
    text = dialog.get_by_label("or its text")
    text.fill(text.input_value().replace("My lecture", "Lecture three"))
    text.press("Control+Enter")
    return dialog


def embed(page: Page) -> Locator:
    page.get_by_role("button", name="Present", exact=True).click()
    page.get_by_role("button", name="Embed").click()
    dialog = page.get_by_role("dialog").filter(has_text="Leave out")
    dialog.get_by_text("400 × ").click()
    dialog.get_by_role("button", name="the losses").click()
    return dialog


def figure(page: Page) -> Locator:
    page.get_by_role("button", name="Open as a Plotly figure").first.click()
    return page.get_by_role("dialog").filter(has_text="The same picture as a figure")


OWN_DATA = partial(
    dialog, "rbf-bandwidth", own_data, "text=4 rows, 3 columns", {"Rows of a table": "6,1,y"}
)
OTHER_DIALOGS: list[Tab] = [
    partial(dialog, "rbf-bandwidth", ask_this, "text=A question to answer in a sentence",
            {"Title": "Third sheet", "Goal": "support <= 40",
             "What is to be done": "Use fewer support vectors."}),
    partial(dialog, "", own_lecture, "text=Lecture three: 1 step",
            {"or its text": "Lecture three"}),
    partial(dialog, "rbf-bandwidth?tau=0.2", embed, r'text=/tau=0\.2.*quiz,loss" width="400"/', {}),
    partial(dialog, "rbf-bandwidth?tau=0.2", figure,
            ':has(.heatmaplayer image):has-text("tau=0.2")', {}),
]  # fmt: skip
# Home and glossary have no steps; of those with steps, the first two tabs of `SOME` say the same.
WITHOUT_STEPS = ["", "glossary"]
SOME: list[Tab] = [
    slider_in_the_hand,
    open_step_and_moved_slider,
    walked_to,
    OWN_DATA,
    *(partial(whole, address) for address in WITHOUT_STEPS),
]
ADDRESSES = ["" if page.path == HOME else page.path for page in PAGES]
OTHER_PAGES = [partial(whole, path) for path in ADDRESSES if path not in WITHOUT_STEPS]


def composed_task(page: Page) -> Locator:
    dialog = ask_this(page)
    dialog.get_by_role("textbox", name="Goal").fill("test_error <= 1")
    dialog.get_by_role("textbox", name="Goal").press("Enter")
    dialog.get_by_role("button", name="Prove it, and make the link").click()
    dialog.get_by_text("The goal was reached on the data").wait_for()
    page.locator(AT_REST).wait_for(state="attached")
    return dialog


@pytest.mark.thorough
def test_composed_tasks_stay_until_somebody_begins_anew(make_server, make_page, watch):
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE, r"404.*/media/")  # the lost server’s file to save
    server, page = make_server(), make_page()
    opened(page, f"{server.url}/rbf-bandwidth")
    dialog = composed_task(page)
    server.kill()
    page.locator(GONE).wait_for(state="attached")
    server = make_server(port=server.port)
    page.locator(AT_REST).wait_for(state="attached")
    earlier = dialog.get_by_text("Tasks before this one: 1.")
    earlier.wait_for()
    dialog.get_by_role("button", name="Begin a new assignment").click()
    expect(earlier).to_have_count(0)
    page.locator(AT_REST).wait_for(state="attached")
    opened(page, f"{server.url}/rbf-bandwidth")  # a session of its own, which asks the browser too
    composed_task(page)
    expect(earlier).to_have_count(0)


@pytest.mark.thorough("pages", "dialogs")
@pytest.mark.parametrize(
    "tabs", [SOME, OTHER_PAGES, OTHER_DIALOGS], ids=["some", "pages", "dialogs"]
)
def test_what_is_open_is_there_again(make_server, make_page, watch, tabs):
    """The server is killed once under all tabs, and another one started at its address."""
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE)
    server, context = make_server(), make_page().context
    visits = [(page := context.new_page(), tab(page, server.url)) for tab in tabs]
    for _, visit in visits:
        next(visit)
    server.kill()
    for page, visit in visits:
        page.locator(GONE).wait_for(state="attached")
        next(visit)
    make_server(port=server.port)
    for _, visit in visits:
        assert next(visit, "over") == "over"


@pytest.mark.thorough("")
@pytest.mark.parametrize("site", ["", "https://static.example.edu/kernels"])
def test_a_network_without_web_sockets_is_named_and_the_site_offered(
    make_server, make_page, watch, tmp_path, site
):
    watch.allow(*STREAMLIT_GONE)
    course = tmp_path / "course.toml"
    course.write_text(f"site = {json.dumps(site)}\n", "utf-8")
    page = make_page()
    page.add_init_script(NO_SOCKET)
    page.goto(f"{make_server(COURSE=str(course)).url}/svm?tau=0.5")
    said = page.locator(".kl-connection")
    said.get_by_text("your network lets the course’s files through, but no web socket").wait_for()
    links = [link.get_attribute("href") for link in said.get_by_role("link").all()]
    assert links == ([f"{site}/svm/?tau=0.5"] if site else [])
