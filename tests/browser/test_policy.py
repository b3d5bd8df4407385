"""Pages with their security policy: nothing on them is refused, and what should be is."""

import pytest

from tests.browser.live import open_live

PAGES = ("", "losses", "rbf-bandwidth", "svm", "kernel-trick", "is-it-a-kernel",
         "representer-theorem", "multiclass", "regularisation", "stochastic-gradient")  # fmt: skip
IDS = [name.replace("-", "_") or "home" for name in PAGES]  # no dash: the mark names one word


@pytest.mark.thorough(*({*IDS} - {"multiclass"}))
@pytest.mark.parametrize("name", PAGES, ids=IDS)
def test_a_page_needs_nothing_that_its_policy_refuses(name, server, make_page):
    """The watch fails on every complaint in the console, and a refusal is one."""
    page = make_page(bypass_csp=False)
    open_live(page, f"{server}/{name}")
    for _ in range(10):
        page.mouse.wheel(0, 800)
        page.wait_for_timeout(60)


def test_the_policy_refuses_what_a_page_does_not_need(server, make_page, watch):
    """A script in the text of a page, one from elsewhere, and a text that is run as one."""
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
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.evil") is None
    complaints = " ".join(watch._complaints)
    assert complaints.count("Content Security Policy") >= 3
