"""The list of features, one line each."""

from importlib import import_module

from lab.course.feature import declare

NAMES = (
    "hall",
    "short_links",
    "report",
    "own_data",
    "assignments",
    "platform",
    "lecture",
    "site",
    "take_away",
    "questions",
    "sound",
)

FEATURES = declare(import_module(f"features.{name}.declaration").FEATURE for name in NAMES)
