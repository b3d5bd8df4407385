"""The declaration of the front page."""

from lab.course.page_declaration import PageDeclaration, Word
from lab.scene.scene import Scene
from lab.ui.steps.step import Picture, Step, Words
from pages.home.default_scene import DEFAULT


def pictures(scene: Scene, words: Words) -> list[Picture]:
    from pages.home import laboratory  # it imports Streamlit

    return [laboratory.picture(scene)]


PAGE = PageDeclaration(
    name="home",
    title="Kernel methods, live",
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    words={"show": Word("both", ("both", "fit", "bayes"))},
    is_solved=True,
    picture=Step(
        "",
        "",
        "",
        pictures=pictures,
        frame_heights=(1080, 1500, 1090),
        old_names=("home",),
    ),
    equation=(
        r"$f(x) = \sum_i \alpha_i K(x_i, x)$: a weighted sum over the examples"
        " (lecture notes 000, Theorem 2.1)."
    ),
)
