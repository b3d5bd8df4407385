"""Scripts, a notebook, a figure and the link, under *Export and share*."""

from features.take_away import section
from lab.course.feature import Feature, TakeAway

FEATURE = Feature(
    name="take_away",
    is_on=lambda _: True,
    take_away=TakeAway(
        sentence=lambda _: "The scripts repeat the page’s main computation in Python.",
        buttons=section.buttons,
        draw_below=section.code_and_link,
        figure=section.figure_dialog,
    ),
)
