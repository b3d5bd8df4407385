"""Own data: a visitor's table, shown on the pages whose data are points in the plane."""

from features.own_data import panel
from lab.course.feature import Feature, Privacy

FEATURE = Feature(
    name="own_data",
    is_on=lambda _: True,
    data_controls=panel.draw,
    privacy=Privacy(
        "A table that you paste or upload is held in memory only, and never stored. The link"
        " contains the coordinates and classes of the points, and the names of classes and axes."
    ),
)
