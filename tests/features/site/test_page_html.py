"""The HTML of a page's screen: formulas, links below any folder, nothing unescaped."""

import pytest

from features.site import html_file, screen
from features.site.page_html import CODE, body, components
from features.site.screen import ScreenNode
from features.site.text_html import formula, markdown

HTML = '<img src=x onerror="alert(1)">'


def render(kind: str, **fields) -> str:
    return body(ScreenNode("root", {}, [ScreenNode(kind, fields)]))


def test_formulas_become_mathml():
    html = markdown("The margin is $1/\\|w\\|$, as `$x$` says:\n\n$$\n\\tfrac12 w^Tw\n$$\n\nEnd.")
    assert html.count("<math") == 2
    assert '<div class="formula"><math' in html
    assert html.count('<math translate="no" ') == 2, "browsers that translate leave formulas alone"
    assert '<code translate="no">$x$</code>' in html
    assert "<mfrac>" in html


def test_lines_of_a_formula_stand_below_each_other():
    html = formula("\\begin{aligned} a &= b \\\\ &= c \\end{aligned}", True)
    assert html.count("<mtr>") == 2
    assert "&<" not in html


def test_invalid_formulas_are_shown_as_text():
    assert formula("\\frac{a", True).startswith("<")
    assert "<script" not in formula("<script>\\frac{", False)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("markdown", {"body": HTML}),
        ("caption", {"body": HTML}),
        ("warning", {"body": HTML}),
        ("title", {"body": HTML}),
        ("table", {"rows": [[HTML]], "columns": [HTML], "index": [HTML], "testid": "stTable"}),
        ("popover", {"label": HTML, "key": HTML}),
        ("container", {"key": HTML, "horizontal": False, "border": False}),
        ("button", {"name": HTML, "label": HTML, "primary": False, "help": HTML}),
        ("download", {"name": HTML, "label": HTML, "primary": False}),
        ("link", {"href": f"/svm?points={HTML}", "label": HTML}),
        ("page-link", {"href": "/svm", "label": HTML, "query": {"hide": HTML}}),
        ("select", {"name": HTML, "label": HTML, "help": HTML, "options": [HTML], "at": 0}),
        ("radio", {"name": HTML, "label": HTML, "options": [HTML], "at": 0, "captions": [HTML],
                   "row": True}),
        ("pills", {"name": HTML, "label": HTML, "options": [HTML], "on": [0]}),
        ("number", {"name": HTML, "label": HTML, "low": 0, "high": 1, "step": 1, "value": HTML}),
        ("text", {"name": HTML, "label": HTML, "value": HTML, "placeholder": HTML, "most": 9}),
        ("area", {"name": HTML, "label": HTML, "value": f"</textarea>{HTML}", "placeholder": HTML,
                  "most": 9, "height": 99}),
        ("toggle", {"name": HTML, "label": HTML, "on": True}),
        ("file", {"name": HTML, "label": HTML, "type": HTML, "multiple": True, "folder": True}),
        ("component", {"key": HTML, "component": HTML}),
        ("component", {"key": HTML, "component": CODE, "data": {"code": HTML, "wrap": True}}),
        ("navigation", {"pages": [["svm", HTML]], "current": "svm"}),
    ],
)  # fmt: skip
def test_visitor_text_is_escaped(kind, text):
    html = render(kind, **text)
    assert "<img" not in html
    assert 'onerror="' not in html.replace("&quot;", "")


@pytest.mark.parametrize("label_visibility", ["visible", "collapsed"])
def test_a_hidden_label_becomes_an_aria_label(label_visibility):
    screen.begin()
    screen.Container(screen.STATE.root).radio(
        "Which proof", ["2.1", "A.1"], label_visibility=label_visibility
    )
    html = body(screen.STATE.root)
    assert ">Which proof</legend>" in html
    assert ('<legend class="kl-voice">' in html) == (label_visibility == "collapsed")


def test_app_links_stay_below_the_sites_folder():
    assert 'href="./svm/?data=moons"' in render("link", href="/svm?data=moons", label="There")
    html = render("markdown", body="[Lecture](/?list=000) and [SVM](/svm?view=lecture)")
    assert 'href="./?list=000"' in html
    assert 'href="./svm/?view=lecture"' in html


def test_a_script_address_becomes_no_link():
    assert "href" not in render("markdown", body="[here](javascript:alert(1))")


def test_nested_elements_are_found():
    element = ScreenNode("component", {"key": "svm", "component": "kernel_live"})
    inside = ScreenNode("columns", {}, [ScreenNode("column", {"width": 1.0}, [element])])
    assert [
        component.props["key"] for component in components(ScreenNode("root", {}, [inside]))
    ] == ["svm"]


def test_every_file_of_the_site_has_the_language_of_the_course(language_tag):
    files = (
        html_file.page("Title", "", "<p>Text</p>"),
        html_file.notice("Title", "Heading", "Text"),
    )
    assert all(language_tag in file for file in files)
