"""Open pages completely, and find problems of accessibility and layout."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.live import open_live, settle

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Violations by Streamlit's own elements, which neither our styles nor our attributes can correct:
# rule, selector, reason.
ALLOWED_VIOLATIONS: tuple[tuple[str, str, str], ...] = (
    (
        "region",
        "[data-floating-ui-portal]",
        "Streamlit appends the content of a popover to the body, outside its <main>. The rule is a"
        " best practice, not a criterion of WCAG; the popover is a dialog with a name, and"
        " popover-focus.js moves the focus into it.",
    ),
)


@cache
def _script() -> str:
    return Path(__file__).with_name("whole_page.js").read_text("utf-8")


@cache
def _axe() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def open_whole(page: Page, server: str, path: str) -> Locator:
    """Open a page and load all of it; return its first live element."""
    live = open_first(page, server, path)
    page.evaluate("whole.toTheEnd()")
    return live


def open_unfolded(page: Page, server: str, path: str) -> Locator:
    """Open a page with all folds and load all of it; return its first live element."""
    live = open_first(page, server, path)
    page.evaluate("whole.toTheEnd({ isUnfolding: true })")
    settle(page)
    return live


def open_first(page: Page, server: str, path: str) -> Locator:
    """Open a page and wait for its first live element."""
    live = open_live(page, f"{server}/{path}")
    prepare(page)
    return live


def prepare(page: Page) -> None:
    """Load the functions of whole_page.js into an open page."""
    page.evaluate(_script())


def violations(
    page: Page,
    *,
    excluded: tuple[str, ...] = (),
    within: str = "body",
) -> list[dict[str, Any]]:
    """Return axe-core's findings in the element that matches `within`; it does not check the
    contrast of elements that match `excluded`."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    arguments = [STANDARDS, list(excluded), within]
    violations = page.evaluate("(all) => whole.violations(...all)", arguments)
    return [violation for violation in violations if not _is_allowed(page, violation)]


def _is_allowed(page: Page, violation: dict[str, Any]) -> bool:
    """Return whether a violation is in ALLOWED_VIOLATIONS; if so, print it with its reason."""
    for rule, selector, reason in ALLOWED_VIOLATIONS:
        inside = "([where, within]) => !!document.querySelector(where)?.closest(within)"
        if rule == violation["rule"] and page.evaluate(inside, [violation["where"], selector]):
            print(f"allowed: {rule} at {selector}: {reason}")
            return True
    return False


def describe_violations(violations: list[dict[str, Any]]) -> str:
    """Write the findings as lines, for a failure message."""
    lines = (
        f"{violation['rule']}: {violation['where']}\n  {violation['html']}\n  {violation['say']}"
        for violation in violations
    )
    return "\n".join(lines)


def misfits(page: Page) -> list[str]:
    """Return what overflows the window, is cut off, or covers another control."""
    return page.evaluate("whole.misfits()")


def pictures(live: Locator) -> list[dict[str, Any]]:
    """Return the role, the name and a checksum of the pixels of each visible canvas of a live
    element, except in buttons."""
    return live.evaluate("(root) => whole.pictures(root)")


def assert_accessible(page: Page, html: str, *allowed_rules: str) -> None:
    """Check a document without scripts by axe, in both themes."""
    page.set_content(re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL))
    prepare(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        problems = [problem for problem in violations(page) if problem["rule"] not in allowed_rules]
        assert not problems, (theme, describe_violations(problems))
