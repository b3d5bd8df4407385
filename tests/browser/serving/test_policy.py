"""Each page's security policy allows what the page uses, and refuses foreign scripts."""

import csv
import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.browser import eyes
from tests.browser.export.save_menu import save
from tests.browser.live import open_live
from tests.page_paths import NAMES, PATHS

IDS = [name.replace("-", "_") for name in NAMES]  # the mark `thorough` takes single words
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.thorough(*({*IDS} - {"home"}))
@pytest.mark.parametrize("name", PATHS, ids=IDS)
def test_a_page_works_under_its_policy(name, server, make_page):
    """The watch fails on every complaint in the console, such as a refusal by the policy."""
    page = make_page(bypass_csp=False)
    open_live(page, f"{server}/{name}")
    for _ in range(10):
        page.mouse.wheel(0, 800)
        eyes.let_paint(page, 1)


@pytest.mark.thorough
def test_the_policy_blocks_what_pages_do_not_use(server, make_page, watch):
    """Try a script in a page's text, a script from another site, and a text that is run as a
    script."""
    watch.allow(r"Content Security Policy", r"elsewhere\.example", r"another host: x:")
    page = make_page(bypass_csp=False)
    open_live(page, f"{server}/losses")
    page.evaluate("""() => {
      const inline = document.createElement("script");
      inline.textContent = "window.evil = 'inline'";
      document.body.append(inline);
      const image = '<img src="x:" onerror="window.evil = 1">';
      document.body.insertAdjacentHTML("beforeend", image);
      const far = document.createElement("script");
      far.src = "https://elsewhere.example/x.js";
      document.body.append(far);
    }""")
    policy_name = "Content Security Policy"
    eyes.wait_until(page, lambda: " ".join(watch._complaints).count(policy_name) >= 3)
    assert page.evaluate("() => window.evil") is None


@pytest.mark.thorough
def test_a_picture_is_saved_under_the_policy(server, make_page):
    """Check that our PNG, SVG and CSV files and Plotly's file are complete, and that nothing is
    refused."""
    page = make_page(bypass_csp=False, accept_downloads=True)
    live = open_live(page, f"{server}/rbf-bandwidth?m=40&lam=0.05&step=price")
    name, data = save(page, live, "PNG")
    assert name == "bandwidth.png" and data.startswith(PNG)
    size = live.locator("canvas").first.bounding_box()
    image = Image.open(io.BytesIO(data))
    image.load()
    assert image.width >= 2.9 * size["width"] and image.height >= 2.9 * size["height"]
    assert len(image.convert("RGB").getcolors(2**24)) > 100, "there is a picture in it"

    name, data = save(page, live, "SVG")
    root = ElementTree.fromstring(data)
    assert name == "bandwidth.svg" and root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root.findall(".//{*}path")) >= 10
    for element in root.iter():
        assert not element.tag.endswith("script")
        assert not any(attribute.startswith("on") for attribute in element.attrib)

    name, data = save(page, live, "CSV the numbers of the current picture")
    rows = [row for row in csv.reader(data.decode().splitlines()) if not row[0].startswith("#")]
    assert name.endswith(".csv") and len(rows) == 41 and rows[0][:3] == ["x1", "x2", "label"]

    page.get_by_role("button", name="Open as a Plotly figure").click()
    chart = page.get_by_role("dialog").locator(".js-plotly-plot")
    chart.locator(".heatmaplayer image, .hm image").first.wait_for(state="attached")
    chart.hover()
    with page.expect_download() as download:
        chart.locator('[data-title*="Download"], [aria-label*="Download"]').first.click()
    data = download.value.path().read_bytes()
    assert download.value.suggested_filename.endswith(".png") and data.startswith(PNG)
    box, image = chart.bounding_box(), Image.open(io.BytesIO(data))
    assert image.width >= 0.9 * box["width"] and len(image.convert("RGB").getcolors(2**24)) > 100
