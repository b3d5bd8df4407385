"""The questions of a page for other platforms, under *Export and share*."""

from features.questions import download
from lab.course.feature import Feature, TakeAway

FEATURE = Feature(
    name="questions",
    is_on=lambda _: True,
    take_away=TakeAway(sentence=download.sentence, buttons=download.button),
)
