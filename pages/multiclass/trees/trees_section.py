"""The section Trees: the order in which a tree separates the classes, and the effect of this order
on the error."""

from lab.course.page_declaration import Word
from lab.endpoints import static_assets
from lab.scene.class_fields import TREE_SHAPES
from lab.scene.class_learning_problem import shape
from lab.scene.class_scene import ClassScene
from lab.scene.scene import SceneError, replace
from lab.scene.tree_text import tree_text
from lab.ui import items
from lab.ui.single_stop_sweep import single_stop_sweep
from lab.ui.steps.step import Picture, Words, own_sweeps
from pages.multiclass.default_scenes import NEAR_ROW, TREES
from pages.multiclass.items import ClassTree, ForkPlane, TreeTable

TREE_DATA = {"row": "Five classes in a row", "digits": "Ten digits", "page": "The four planes"}
VIEW = {"wood": Word("row", TREE_DATA), "shape": "balanced", "fork": "0", "fall": ""}
NAMES = {"balanced": "Balanced", "chain": "Chain", "similar": "By similarity"}


def scene_of(page: ClassScene, view: Words) -> tuple[ClassScene, str]:
    """Return the scene whose trees are shown, and the name of its data in TREE_DATA.

    The scene has the tree of the address or, if this is not valid, the balanced tree.
    """
    wood = view["wood"] if view["wood"] in TREE_DATA else VIEW["wood"]
    scene = {"row": NEAR_ROW, "digits": TREES}.get(wood, replace(page, inside=""))
    try:
        return replace(scene, tree=view["shape"]), wood
    except SceneError:
        return replace(scene, tree=TREE_SHAPES[0]), wood


def pictures(page: ClassScene, view: Words) -> list[Picture]:
    """Build the pictures of the tree and of a fork, and the link to the four planes."""
    scene, wood = scene_of(page, view)
    sample = {
        "query": replace(scene, tree=TREE_SHAPES[0]).query(), "names": list(scene.sample.classes),
        "shapes": NAMES,
        "texts": {name: tree_text(shape(replace(scene, tree=name))) for name in TREE_SHAPES},
        "points": scene.sample.X.round(4).ravel().tolist(), "labels": scene.sample.y.tolist(),
        "window": [float(v) for v in scene.sample.window], "axes": list(scene.sample.axes),
    }  # fmt: skip
    tree = own_sweeps(
        "trees",
        single_stop_sweep({"tree": scene.tree, "text": tree_text(shape(scene))}, sample=sample),
        main=[
            items.look("wood", "Which classes", TREE_DATA),
            ClassTree("The tree of questions.", static_assets.public_path("class-trees")),
            TreeTable(label="The cost and the errors of each tree."),
        ],
        side=[ForkPlane(label="The boundary of one question, and the points.")],
        view={"wood": wood, "shape": scene.tree, "fork": _number(view["fork"]) or "0",
              "fall": _number(view["fall"])},
    )  # fmt: skip
    link = items.Link(f"multiclass?{scene.query()}", "↑ See this tree in the four planes")
    return [tree, own_sweeps("open-tree", single_stop_sweep({}), main=[link])]


def _number(text: str) -> str:
    """Return the text if it can be the number of a fork or a point, else ""."""
    return text if text.isascii() and text.isdecimal() and len(text) < 5 else ""
