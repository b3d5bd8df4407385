"""The planes that can be edited, and the position of the toolbar."""

from lab.ui import editable_points, items

PLANE = items.Plane("The plane.")


def kinds(items):
    return [kinds(item.inner) if item.inner else item.kind for item in items]


def place_points(*places):
    return [
        kinds(p)
        for p in editable_points.add_bar([editable_points.make_editable(place) for place in places])
    ]


def test_every_plane_can_be_edited_unless_the_page_says_no():
    fixed_plane = items.Plane("Still.", edit=False)
    curve = items.error_curve()
    group = items.stack(PLANE, items.half_width(fixed_plane))
    first, two, three = editable_points.make_editable([PLANE, curve, group])
    assert first.edit and not editable_points.is_editable(two) and PLANE.edit is None
    assert [item.edit for item in three.items] == [True, False]


def test_the_bar_stands_under_the_first_plane():
    switch, legend = items.loss_switch(), items.plane_legend()
    assert place_points([switch, PLANE, legend], [PLANE]) == [
        ["choice", "plane", "points", "legend"], ["plane"],
    ]  # fmt: skip
    assert place_points([legend], [items.Heading("x"), PLANE]) == [
        ["legend"], ["heading", "plane", "points"],
    ]  # fmt: skip
    assert place_points([items.error_curve()]) == [["curve"]], "without a plane, no toolbar"
    assert place_points([items.Plane("Still.", edit=False)]) == [["plane"]]


def test_the_bar_stands_in_the_planes_column_or_under_a_whole_row():
    legend = items.plane_legend()
    assert place_points([items.half_width(items.stack(legend, PLANE)), legend]) == [
        [["legend", "plane", "points"], "legend"]
    ]
    row = items.quadruple(*[items.stack(PLANE, legend)] * 4)
    assert place_points([row, legend]) == [[[["plane", "legend"]] * 4, "points", "legend"]]
    pair = items.uneven_pair(items.stack(PLANE), items.stack(legend))
    assert place_points([pair]) == [[[["plane", "points"], ["legend"]]]]


def test_a_page_may_put_the_bar_elsewhere_and_open():
    assert place_points([PLANE], [items.tools()]) == [["plane"], ["points"]]
    assert items.tools().open and not items.PointsBar().open
    vote = items.Vote("Who votes how much.", "/vote")
    (placed_vote,) = editable_points.add_bar([editable_points.make_editable([vote])])
    assert placed_vote[1].look == "Choose x", "choosing a point comes before editing"
