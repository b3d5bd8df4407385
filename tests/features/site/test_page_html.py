"""What a page put on the screen, as HTML: formulas, links below any folder, nothing unescaped."""

import pytest

from features.site import screen
from features.site.page_html import CODE, body, components
from features.site.screen import ScreenNode
from features.site.text_html import formula, markdown

BAD = '<img src=x onerror="alert(1)">'


def shown(kind: str, **said) -> str:
    return body(ScreenNode("root", {}, [ScreenNode(kind, said)]))


def test_formulas_become_mathml():
    html = markdown("The margin is $1/\\|w\\|$, as `$x$` says:\n\n$$\n\\tfrac12 w^Tw\n$$\n\nEnd.")
    assert html.count("<math") == 2
    assert '<div class="formula"><math' in html
    assert "<code>$x$</code>" in html
    assert "<mfrac>" in html


def test_lines_of_a_formula_stand_below_each_other():
    html = formula("\\begin{aligned} a &= b \\\\ &= c \\end{aligned}", True)
    assert html.count("<mtr>") == 2
    assert "&<" not in html


def test_what_is_no_formula_is_shown_as_it_stands():
    assert formula("\\frac{a", True).startswith("<")
    assert "<script" not in formula("<script>\\frac{", False)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("markdown", {"body": BAD}),
        ("caption", {"body": BAD}),
        ("warning", {"body": BAD}),
        ("title", {"body": BAD}),
        ("table", {"rows": [[BAD]], "columns": [BAD], "index": [BAD], "testid": "stTable"}),
        ("popover", {"label": BAD, "key": BAD}),
        ("container", {"key": BAD, "horizontal": False, "border": False}),
        ("button", {"name": BAD, "label": BAD, "primary": False, "help": BAD}),
        ("download", {"name": BAD, "label": BAD, "primary": False}),
        ("link", {"href": f"/svm?points={BAD}", "label": BAD}),
        ("page-link", {"href": "/svm", "label": BAD, "query": {"hide": BAD}}),
        ("select", {"name": BAD, "label": BAD, "help": BAD, "options": [BAD], "at": 0}),
        ("radio", {"name": BAD, "label": BAD, "options": [BAD], "at": 0, "captions": [BAD],
                   "row": True}),
        ("pills", {"name": BAD, "label": BAD, "options": [BAD], "on": [0]}),
        ("number", {"name": BAD, "label": BAD, "low": 0, "high": 1, "step": 1, "value": BAD}),
        ("text", {"name": BAD, "label": BAD, "value": BAD, "placeholder": BAD, "most": 9}),
        ("area", {"name": BAD, "label": BAD, "value": f"</textarea>{BAD}", "placeholder": BAD,
                  "most": 9, "height": 99}),
        ("toggle", {"name": BAD, "label": BAD, "on": True}),
        ("file", {"name": BAD, "label": BAD, "type": BAD, "several": True, "folder": True}),
        ("component", {"key": BAD, "component": BAD}),
        ("component", {"key": BAD, "component": CODE, "data": {"code": BAD, "wrap": True}}),
        ("navigation", {"pages": [["svm", BAD]], "current": "svm"}),
    ],
)  # fmt: skip
def test_what_a_visitor_wrote_is_never_html(kind, said):
    html = shown(kind, **said)
    assert "<img" not in html
    assert 'onerror="' not in html.replace("&quot;", "")


@pytest.mark.parametrize("how", ["visible", "collapsed"])
def test_a_label_that_the_app_does_not_show_is_there_for_the_ear(how):
    screen.begin()
    screen.Container(screen.STATE.root).radio("Which proof", ["2.1", "A.1"], label_visibility=how)
    html = body(screen.STATE.root)
    assert ">Which proof</legend>" in html
    assert ('<legend class="kl-voice">' in html) == (how == "collapsed")


def test_a_link_of_the_app_leads_below_the_sites_own_folder():
    assert 'href="./svm/?data=moons"' in shown("link", href="/svm?data=moons", label="There")
    html = shown("markdown", body="[Lecture](/?list=000) and [SVM](/svm?view=lecture)")
    assert 'href="./?list=000"' in html
    assert 'href="./svm/?view=lecture"' in html


def test_an_address_that_runs_something_is_no_link():
    assert "href" not in shown("markdown", body="[here](javascript:alert(1))")


def test_elements_are_found_wherever_they_stand():
    element = ScreenNode("component", {"key": "svm", "component": "kernel_live"})
    inside = ScreenNode("columns", {}, [ScreenNode("column", {"width": 1.0}, [element])])
    assert [one.props["key"] for one in components(ScreenNode("root", {}, [inside]))] == ["svm"]
