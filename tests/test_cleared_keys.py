"""The course map clears the keys of browser storage that features declare."""

from pathlib import Path

import pytest

from features.order import FEATURES
from lab.course.feature import cleared_keys
from pages.home.items import CourseMap
from tests.lab.ui.visit import open_page
from tests.pages.goals import data_of, items

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature.name)
def test_each_declared_key_is_the_one_that_a_script_stores(feature):
    scripts = (ROOT / "features" / feature.name).rglob("*.js")
    text = "\n".join(path.read_text(encoding="utf-8") for path in scripts)
    assert [key for key in feature.cleared_keys if f'"{key}"' not in text] == []


def test_the_map_of_the_course_clears_the_keys_of_all_features():
    (item,) = items(data_of(open_page("home/page.py"), "map"), CourseMap.kind)
    declared = {key: loss for feature in FEATURES for key, loss in feature.cleared_keys.items()}
    assert item["cleared_keys"] == declared == cleared_keys()


def test_the_map_names_nothing_that_a_feature_stores():
    script = (ROOT / "pages" / "home" / "course-map.js").read_text("utf-8")
    losses = [loss for loss in cleared_keys().values() if loss]
    assert losses and not [loss for loss in losses if loss.split()[1] in script]
