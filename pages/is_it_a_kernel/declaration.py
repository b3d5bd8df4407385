"""The declaration of the page “Is it a kernel?”."""

from lab.course.page_declaration import PageDeclaration
from lab.scene.scripts import of_query
from pages.is_it_a_kernel import (
    counterexample_element,
    counterexample_stream,
    gram_eigenvalues,
    quiz,
    quiz_variants,
    steps,
)
from pages.is_it_a_kernel.builder import builder_endpoint
from pages.is_it_a_kernel.default_scene import DEFAULT
from pages.is_it_a_kernel.indefinite import indefinite_fit

PAGE = PageDeclaration(
    name="is_it_a_kernel",
    title="Is it a kernel?",
    summary="Build a kernel, or look for points that prove that a function is not a kernel.",
    outcome=(
        "You can prove that a similarity is a kernel, by the rules that build kernels, or that it "
        "is not, by one matrix with an eigenvalue below 0."
    ),
    scene=DEFAULT,
    fixed_fields={"learner": "risk", "class_weight": "equal"},
    scenes_solved_at_start=(DEFAULT,),
    is_solved=True,
    steps=steps.STEPS,
    endpoints=(builder_endpoint.ENDPOINT, gram_eigenvalues.ENDPOINT, counterexample_stream.STREAM),
    quiz=tuple(quiz.QUESTIONS),
    quiz_variants=quiz_variants.VARIANTS,
    judges_formulas=True,
    words={"tool": "move", "show": "fit", **counterexample_element.VIEW, **indefinite_fit.VIEW},
    element="builder",
    scene_step="fit",
    scripts_of_query=of_query,
    equation=(
        r"The Gram matrices of a kernel are positive semidefinite, $c^TKc \ge 0$ for all"
        " $c$ (lecture notes 001, 003 and 004)."
    ),
)
