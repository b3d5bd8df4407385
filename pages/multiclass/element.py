"""The slider of λ and the switches for the fields of a scene of many classes."""

from dataclasses import replace

from lab.scene.class_fields import CLASS_FIELDS
from lab.scene.class_scene import ClassScene
from lab.scene.slider_stops import usual_stops
from lab.ui import items

LAM_TICKS = (5e-4, 5e-3, 0.05, 0.5, 5, 50)


def lam_slider() -> items.Slider:
    stops = usual_stops("lam", kind=ClassScene).tolist()
    # The slider does not show C = 1/λ, since note 004 writes C for the number of classes.
    return replace(items.slider("lam", "regularisation", LAM_TICKS), stops=stops)


def options_of(field: str, *options: items.ChoiceOption) -> items.Choice:
    """Build a switch for a field of a scene of many classes; each option is an `items.option`.

    An option that changes the data must also set the number of classes. An option that changes
    either must also set edits="", tree="" and inside="".
    """
    return items.Choice(field, CLASS_FIELDS[field].label, options)
