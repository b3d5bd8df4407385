"""The page and the server make the same decisions."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lab.scene import point_edits
from lab.ui.challenges import is_met
from tests.js.in_node import evaluate
from tests.js.point_edits import agree_on_edits, changes, far, number

own_tables = st.one_of(
    changes, number.map("f{}".format),
    st.builds("{},{},{}".format, st.sampled_from("pn"), far, far),
)  # fmt: skip


@settings(max_examples=5, suppress_health_check=list(HealthCheck))
@given(st.lists(own_tables, min_size=250, max_size=300), st.booleans())
def test_edits_of_points_are_read_and_written_alike(texts, cleared_text):
    agree_on_edits("assets/input/point-edits.js", point_edits, texts, cleared_text)


def test_a_goal_is_judged_alike():
    frame = {"tau": 0.4, "risk": "sum", "support": 90, "test_error": 0.18, "bayes_error": 0.12}
    bounds = [0.4, 0.18, 90, 0, "sum", "mean", ["bayes_error", 1.5], ["bayes_error", 1, 0.05]]
    cases = [
        [name, compare, bound]
        for name in frame
        for compare in ("<=", ">=", "==")
        for bound in bounds
        if (name == "risk") == isinstance(bound, str) and (name != "risk" or compare == "==")
        if not (compare == "==" and isinstance(bound, list))
    ]
    judgements = evaluate(
        "assets/base/conditions.js",
        "module.isMet([value.condition], { scene: { tau: String(value.frame.tau),"
        " risk: value.frame.risk }, get: (name) => ({ ...value.frame, tau: undefined,"
        " risk: undefined })[name] })",
        [{"condition": case, "frame": frame} for case in cases],
    )
    assert len(cases) > 60 and judgements == [is_met([tuple(case)], frame) for case in cases]
