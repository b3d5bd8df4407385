"""The page and the server read and write edits of points of many classes in the same way."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lab.scene import class_point_edits
from tests.js.point_edits import agree_on_edits, changes, far

of_classes = st.one_of(
    changes, st.builds("k{},{}".format, st.integers(0, 699), st.integers(0, 9)),
    st.builds("a{},{},{}".format, st.integers(0, 9), far, far),
)  # fmt: skip


@settings(max_examples=5, suppress_health_check=list(HealthCheck))
@given(st.lists(of_classes, min_size=250, max_size=300), st.booleans())
def test_edits_of_many_classes_are_read_and_written_alike(texts, cleared_text):
    script = "pages/multiclass/plane/point-edits.js"
    agree_on_edits(script, class_point_edits, texts, cleared_text)
