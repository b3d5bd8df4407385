"""While the server restarts or its web socket is blocked, the page shows a message and still works;
then it recovers by itself."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import hand
from tests.browser.live import open_live, settle, to_step
from tests.browser.server import Server
from tests.browser.serving.page_parts import AT_REST, open_parts, until_whole
from tests.browser.watch import SERVER_GONE
from tests.page_paths import PATHS

STREAMLIT_GONE = (r"Cannot send rerun", r"Client Error", r"Streamlit server is not responding",
                  r"WebSocket on")  # fmt: skip
DISCONNECTED = "[data-testid=stApp]:not([data-test-connection-state=CONNECTED])"
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


def restart(page: Page, server: Server, make_server) -> Server:
    page.locator(DISCONNECTED).wait_for(state="attached")
    return make_server(port=server.port)


@pytest.mark.thorough("every")
@pytest.mark.parametrize("addresses", [["svm"], PATHS], ids=["one", "every"])
def test_every_page_recovers_after_a_restart(make_server, make_page, watch, addresses):
    """Open one page of each kind, then kill the server and start it again once."""
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE)
    server, page = make_server(), make_page()
    before = {}
    tabs = {}
    for address in addresses:
        tabs[address] = page.context.new_page()
        before[address] = open_parts(tabs[address], f"{server.url}/{address}")
    server.kill()
    for tab in tabs.values():
        tab.locator(DISCONNECTED).wait_for(state="attached")
    make_server(port=server.port)
    for address, tab in tabs.items():
        until_whole(tab, before[address])


@pytest.mark.thorough
def test_a_page_reached_by_a_link_works_with_the_new_server(make_server, make_page, watch):
    """After a complete run Streamlit requests nothing from a new server."""
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE)
    server, page = make_server(), make_page()
    open_parts(page, f"{server.url}/svm")
    page.get_by_test_id("stTopNavLink").filter(has_text="RBF bandwidth").first.click()
    page.wait_for_url("**/rbf-bandwidth")
    page.locator('[data-live][data-ready="1"] input[data-along="tau"]').first.wait_for()
    page.locator(AT_REST).wait_for(state="attached")
    server.stop()
    restart(page, server, make_server)
    page.locator(AT_REST).wait_for(state="attached")
    hand.click_at(page, "tau", 20)
    page.get_by_role("button", name="Ask this").click()  # only the new server can open the dialog
    page.get_by_role("dialog").get_by_label("Title").wait_for()


@pytest.mark.thorough
def test_a_dragged_slider_keeps_its_value_through_a_restart(make_server, make_page, watch):
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE)
    server, page = make_server(), make_page()
    before = open_parts(page, f"{server.url}/rbf-bandwidth")
    live = page.locator("[data-live]").first
    hand.click_at(page, "tau", 36)
    page.wait_for_url(lambda url: "tau=" in url)
    hand.drag(page, "tau", 40, moves=4)
    server.kill()
    page.mouse.move(*hand.place(page, "tau", 58), steps=20)
    restart(page, server, make_server)
    until_whole(page, before)
    assert live.get_attribute("data-stop") == "58"
    page.mouse.up()
    page.wait_for_url(lambda url: "tau=4.35" in url)
    expect(live).to_have_attribute("data-stop", "58")


@pytest.mark.thorough
def test_an_open_step_and_offline_changes_survive_a_restart(make_server, make_page, watch):
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE)
    server, page = make_server(), make_page()
    before = open_parts(page, f"{server.url}/rbf-bandwidth?seed=3")
    hand.click_at(page, "tau", 36)
    page.wait_for_url(lambda url: "tau=0.8" in url)
    to_step(page, "random-waves")
    fold = page.locator('[data-step="random-waves"] details')
    expect(fold).to_have_attribute("open", "")
    server.kill()
    page.locator(DISCONNECTED).wait_for(state="attached")
    page.evaluate("document.querySelector('[data-step-link]').click()")
    hand.click_at(page, "tau", 20)
    page.wait_for_url(lambda url: "tau=0.233" in url)
    restart(page, server, make_server)
    until_whole(page, before)
    assert page.locator("[data-live]").first.get_attribute("data-stop") == "20"
    assert "seed=3" in page.url and "tau=0.233" in page.url
    expect(fold).to_have_attribute("open", "")


def own_data(page: Page) -> Locator:
    page.get_by_role("button", name="Your own data").click()
    dialog = page.get_by_role("dialog").filter(has_text="Rows of a table")
    dialog.get_by_label("Rows of a table").fill("a,b,class\n1,2,x\n2,3,y\n4,5,x\n6,1,y\n")
    dialog.get_by_role("button", name="Read table").click()
    return dialog


def ask_this(page: Page) -> Locator:
    page.get_by_role("button", name="Ask this").click()
    dialog = page.get_by_role("dialog").filter(has_text="Task for the students")
    dialog.get_by_label("Title").fill("Third sheet")
    dialog.get_by_role("textbox", name="Goal").fill("support <= 40")
    dialog.get_by_label("Task for the students").fill("Use fewer support vectors.")
    return dialog


def own_lecture(page: Page) -> Locator:
    page.get_by_role("button", name="Bring your own lecture").click()
    dialog = page.get_by_role("dialog").filter(has_text="A TOML file")
    text = dialog.get_by_label("Text of the lecture")
    text.fill('title = "Lecture three"\n[[step]]\npage = ""')
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
    return page.get_by_role("dialog").filter(has_text="Plotly figure")


# For each dialog: the page, how the dialog is opened, a text that shows that its choices took
# effect, and the texts of its fields.
DIALOGS = [
    ("rbf-bandwidth", own_data, "text=4 rows, 3 columns", {"Rows of a table": "6,1,y"}),
    ("rbf-bandwidth", ask_this, "text=Question to answer in a sentence",
     {"Title": "Third sheet", "Goal": "support <= 40",
      "Task for the students": "Use fewer support vectors."}),
    ("", own_lecture, "text=Lecture three: 1 step", {"Text of the lecture": "Lecture three"}),
    ("rbf-bandwidth?tau=0.2", embed, r'text=/tau=0\.2.*quiz,loss" width="400"/', {}),
    ("rbf-bandwidth?tau=0.2", figure, ':has(.heatmaplayer image):has-text("tau=0.2")', {}),
]  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("address", "open_dialog", "consequence", "fields"),
    DIALOGS,
    ids=[case[1].__name__ for case in DIALOGS],
)
def test_a_dialog_and_its_text_survive_a_restart(
    make_server, make_page, watch, address, open_dialog, consequence, fields
):
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE)
    server, page = make_server(), make_page()
    open_parts(page, f"{server.url}/{address}")
    dialog = open_dialog(page)
    dialog.locator(consequence).first.wait_for()
    messages: list[bytes] = []  # what the page sends to the new server
    page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: messages.append(frame))
    )
    server.kill()
    restart(page, server, make_server)
    page.locator(AT_REST).wait_for(state="attached")
    page.wait_for_url(lambda url: "dialog=" not in url)
    # A complete run without the dialog would discard the texts in its fields.
    assert b"dialog=" in messages[0]
    dialog.locator(consequence).first.wait_for()
    for label, text in fields.items():
        assert text in dialog.get_by_role("textbox", name=label).input_value()


@pytest.mark.thorough
def test_a_failed_script_loads_from_the_new_server(make_server, make_page, watch):
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE, r"Failed to fetch", r"lotly")
    server, page = make_server(), make_page()
    open_parts(page, f"{server.url}/rbf-bandwidth?tau=0.2")
    page.route("**/static/js/*lotly*", lambda route: route.abort())
    dialog = figure(page)
    dialog.get_by_text("Failed to fetch").wait_for()
    server.kill()
    page.locator(DISCONNECTED).wait_for(state="attached")
    page.unroute("**/static/js/*lotly*")
    make_server(port=server.port)
    dialog.locator(':has(.heatmaplayer image):has-text("tau=0.2")').first.wait_for()


def composed_task(page: Page) -> Locator:
    dialog = ask_this(page)
    dialog.get_by_role("textbox", name="Goal").fill("test_error <= 1")
    dialog.get_by_role("textbox", name="Goal").press("Enter")
    dialog.get_by_role("button", name="Check the goal and make the link").click()
    dialog.get_by_text("The goal can be reached with the data").wait_for()
    page.locator(AT_REST).wait_for(state="attached")
    return dialog


@pytest.mark.thorough
def test_composed_tasks_survive_a_restart(make_server, make_page, watch):
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE, r"404.*/media/")  # a file of the killed server
    server, page = make_server(), make_page()
    open_parts(page, f"{server.url}/rbf-bandwidth")
    dialog = composed_task(page)
    server.kill()
    server = restart(page, server, make_server)
    page.locator(AT_REST).wait_for(state="attached")
    earlier = dialog.get_by_text("Earlier tasks of this assignment: 1.")
    earlier.wait_for()
    dialog.get_by_role("button", name="Begin a new assignment").click()
    expect(earlier).to_have_count(0)
    page.locator(AT_REST).wait_for(state="attached")
    open_parts(page, f"{server.url}/rbf-bandwidth")  # a new session, which reads the browser's data
    composed_task(page)
    expect(earlier).to_have_count(0)


@pytest.mark.thorough
def test_offline_the_page_names_what_works_without_covering_it(make_server, make_page, watch):
    watch.allow(*SERVER_GONE, *STREAMLIT_GONE)
    server, page = make_server(), make_page()
    live = open_live(page, f"{server.url}/rbf-bandwidth?hide=text")
    settle(page)  # wait until the sweep along τ is loaded
    server.kill()
    notice = page.locator(".kl-connection")
    notice.get_by_text("The server does not answer. Pictures that are loaded still work").wait_for()
    expect(page.get_by_role("dialog").filter(has_text="Connection error")).to_have_count(0)
    hand.click_at(page, "tau", 20)
    expect(live).to_have_attribute("data-stop", "20")
    make_server(port=server.port)
    notice.wait_for(state="detached")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "site", ["", "https://static.example.edu/kernels"], ids=["without_a_site", "site"]
)
def test_a_network_without_web_sockets_is_named_and_the_site_offered(
    make_server, make_page, watch, tmp_path, site
):
    watch.allow(*STREAMLIT_GONE)
    course = tmp_path / "course.toml"
    course.write_text(f"site = {json.dumps(site)}\n", "utf-8")
    page = make_page()
    page.add_init_script(NO_SOCKET)
    page.goto(f"{make_server(COURSE=str(course)).url}/svm?tau=0.5")
    notice = page.locator(".kl-connection")
    notice.get_by_text("the page’s live connection to it, a web socket, fails").wait_for()
    links = [link.get_attribute("href") for link in notice.get_by_role("link").all()]
    assert links == ([f"{site}/svm/?tau=0.5"] if site else [])
