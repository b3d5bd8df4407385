"""The switch between data sets opens a table with its own columns and classes."""

from lab.scene.samples.real_datasets import TABLES
from lab.ui import items


def test_an_option_opens_its_table_and_clears_what_belongs_to_other_data():
    moons, tumours = items.data_switch({"moons": "Moons", "cancer": "Tumours"}).options
    cleared = {"edits": "", "points": "", "noise": "", "features": "", "classes": ""}
    assert moons["fields"] == cleared
    assert tumours["fields"] == cleared | TABLES["cancer"].opens_with
    assert tumours["fields"]["classes"] == "1,0", "malignant tumours are positive"


def test_the_topic_of_a_table_is_shown_with_its_data_alone():
    topic = items.topic_of("cancer")
    assert topic.when == {"data": ["cancer"]} and "left untreated" in topic.lead
