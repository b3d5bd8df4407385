"""Trees (C8): the order in which classes are told apart, and what it does to the error."""

from kernel_core.multiclass import tree_text
from lab.endpoints import static_assets
from lab.scene.class_fields import SHAPES
from lab.scene.class_learning_problem import shape
from lab.scene.class_scene import ClassScene, replace
from lab.scene.scene import SceneError
from lab.ui import embedded_sweep, items
from lab.ui.challenges import challenges
from lab.ui.single_stop_sweep import still
from pages.multiclass.challenges import TREES as QUESTIONS
from pages.multiclass.default_scenes import BAD_TREE, TREES

VIEW = {"wood": "row", "shape": "balanced"}
WOODS = {"row": "Five classes in a row", "digits": "Ten digits", "page": "The data above"}
NAMES = {"balanced": "Balanced", "chain": "Chain", "similar": "By similarity"}


def scene_of(page: ClassScene, view: dict[str, str]) -> tuple[ClassScene, str]:
    """The scene whose trees are shown, with the address's tree where it fits; and which it is."""
    wood = view["wood"] if view["wood"] in WOODS else VIEW["wood"]
    scene = {"row": BAD_TREE, "digits": TREES}.get(wood, replace(page, inside=""))
    try:
        return replace(scene, tree=view["shape"]), wood
    except SceneError:
        return replace(scene, tree=SHAPES[0]), wood


def element(page: ClassScene, view: dict[str, str]) -> ClassScene:
    """The live element; returns the scene whose tree is shown."""
    scene, wood = scene_of(page, view)
    known = {
        "query": replace(scene, tree=SHAPES[0]).query(), "names": list(scene.sample.classes),
        "shapes": NAMES,
        "texts": {name: tree_text(shape(replace(scene, tree=name))) for name in SHAPES},
    }  # fmt: skip
    embedded_sweep.element(
        "trees",
        still({"tree": scene.tree, "text": tree_text(shape(scene))}, sample=known),
        main=[{
            "kind": "classtree", "label": "The tree of questions.",
            "address": static_assets.public_path("class-trees"),
        }],
        side=[
            items.look("wood", "Which classes", WOODS),
            {"kind": "treetable", "label": "What each tree costs and errs."},
            challenges(QUESTIONS),
        ],
        view={"wood": wood, "shape": scene.tree},
    )  # fmt: skip
    return scene
