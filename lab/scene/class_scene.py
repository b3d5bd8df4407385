"""Define the scene of many classes, like `lab.scene.scene` but with the fields of CLASS_FIELDS.

    data=blobs&classes=3&m=150&seed=0&kernel=rbf&tau=0.4&loss=hinge&lam=0.05&risk=sum&intercept=0

`parse` never raises: an unusable value becomes a Problem, and the other fields are kept.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from lab.scene import class_point_edits, scene
from lab.scene.class_fields import CLASS_FIELDS, most_classes, usual_classes
from lab.scene.fields import KERNEL_SLIDERS, OWN
from lab.scene.samples.class_sample import ClassSample, load_sample, sample
from lab.scene.scene import (
    FieldScene,
    Problem,
    Query,
    check_length,
    escape_text,
    fields_of,
    no_points,
    refuse_value,
)

# The fields that determine the sample to which `edits` applies.
SAMPLE = ("data", "points", "classes", "m", "seed", "noise")
ClassSceneFields: Any = fields_of(CLASS_FIELDS)


@dataclass(frozen=True)
class ClassScene(FieldScene, ClassSceneFields):
    """Everything that a picture of many classes depends on; the fields are those of CLASS_FIELDS.

    It raises SceneError as its base class does; also for more classes than the data have, for a
    tree or a classifier that does not fit the number of classes, and for edits that leave a class
    without points.
    """

    table = CLASS_FIELDS
    needs: ClassVar = {
        "points": SAMPLE[:1], "classes": SAMPLE[:2], "tree": SAMPLE[:3], "inside": SAMPLE[:3],
        "edits": SAMPLE,
    }  # fmt: skip
    # A slider has about half as many stops as for two classes, since each stop trains up to 65
    # classifiers. To keep the stops close together, the ranges of logarithmic sliders begin higher.
    ranges: ClassVar = {
        **{name: (low * (1 + CLASS_FIELDS[name].log), high)
           for name, (low, high) in KERNEL_SLIDERS.items()},
        "lam": (5e-4, 50.0),
    }  # fmt: skip
    stops = 31
    noun = "a scene of many classes"
    punctuation = ",;()"

    @classmethod
    def default_value(cls, name: str, values: Mapping[str, Any]) -> Any:
        """Return the default value; the number of classes depends on the data."""
        if name == "classes":
            return usual_classes(values["data"], values["points"])
        return super().default_value(name, values)

    @classmethod
    def explain_misfit(cls, name: str, values: Mapping[str, Any]) -> Problem | None:
        """Return a Problem if an allowed value does not fit those of earlier fields, else None."""
        field, value = CLASS_FIELDS[name], values[name]
        text = field.text(value)
        if name == "points" and values["data"] == OWN and not value:
            return no_points()
        try:
            if name == "classes" and value > (
                max_classes := most_classes(values["data"], values["points"])
            ):
                raise ValueError(
                    f"a whole number from {field.low} to {max_classes} for {values['data']}"
                )
            if name in ("tree", "inside"):
                field.check_range(value, values["classes"])
            if name == "edits" and value:
                sample = load_sample(*(values[part] for part in SAMPLE))
                edits = class_point_edits.read(value)
                edits.check(sample.y, sample.classes, CLASS_FIELDS["m"].high)
                check_length(values)
        except ValueError as error:
            if name != "tree":
                return refuse_value(field, text, error)
            message = f"tree “{escape_text(text)}” can’t be used. {error}"
            return Problem(name, escape_text(text), field.allowed, message)
        return None

    @property
    def tie_rule(self) -> str:
        """The scene's rule for undecided points, as kernel_core names it: "random" for "chance"."""
        return "random" if self.ties == "chance" else self.ties

    @property
    def sample(self) -> ClassSample:
        """The edited sample."""
        values = vars(self)
        return sample(*(values[part] for part in (*SAMPLE, "edits")))


DEFAULT = ClassScene()


def parse(
    query: Query, *, default: ClassScene = DEFAULT, ignore: Collection[str] = ()
) -> tuple[ClassScene, list[Problem]]:
    """Parse a scene of many classes like `lab.scene.scene.parse`."""
    return scene.parse(query, default=default, ignore=ignore)


def parse_strict(query: Query, *, ignore: Collection[str] = ()) -> ClassScene:
    """Parse a scene of many classes like `lab.scene.scene.parse_strict`."""
    return scene.parse_strict(query, default=DEFAULT, ignore=ignore)
