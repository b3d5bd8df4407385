"""Many classes: four ways to more than two, side by side (rows C1 to C8 and E8)."""

import streamlit as st

import kernel_core as kc
from lab.export import downloads
from lab.scene.class_fields import CLASS_FIELDS, DRAWN, TAKEN
from lab.scene.class_scene import ClassScene, parse, replace
from lab.scene.fields import FIELDS, LINES, SOURCES
from lab.ui import embedded_sweep, items, live_element, page
from lab.ui.challenges import challenges
from lab.ui.page_header_footer import ending, opening
from lab.ui.single_stop_sweep import still
from pages.multiclass import element, section_texts, sgd_section
from pages.multiclass.cost import cost_section
from pages.multiclass.cost.cost_endpoint import POINTS
from pages.multiclass.default_scenes import DEFAULT
from pages.multiclass.failure_section import FAILURES
from pages.multiclass.method import binary_task_items, erring_section, method_items
from pages.multiclass.scores import scores_section
from pages.multiclass.scripts import scripts
from pages.multiclass.softmax import likelihood_section, softmax_section
from pages.multiclass.trees import trees_section

VIEW = {"at": "", **method_items.VIEW, **section_texts.VIEW}
SAMPLE = ("m", "noise", "seed", "degree", "c", "formula", "risk", "intercept")
OF_THE_PLANE = ("data", "m", "noise", "classes", "edits")
SHOWN = "classes-shown"  # in the session's state: what data and learner every section shows

METHODS = r"""
A binary learner says + or −. With $C$ classes you need a way to ask it, and a rule for what it says
(004).

**One-versus-all** trains $C$ classifiers, each on all points: is it class $k$, or any other? One
taker decides. Sometimes nobody takes a place, sometimes several do. **One-versus-one** trains one
for each pair, on the points of these two alone, and counts votes. Votes can tie. A **tree** splits
the classes in two, and again, until one is left: it never hesitates, but an early mistake is final.
**Softmax** learns all scores at once and turns them into probabilities. It needs no binary learner.
"""
ASK = r"""
Press anywhere on one of the planes, or drag. Below each stands who was asked about that place, what
each of them said, and how that became a class. Where a method has not decided, the notes draw lots
(004). Here the lots come from a seed, so the same place always draws the same lot; or the larger
score decides.
"""
INSIDE = r"""
Every one of these classifiers is an ordinary binary one. What differs is its training set: some
classes are renamed +1, some −1, and the rest is left out. In one-versus-one and deeper in the tree
a classifier never saw the discarded points, and still it answers there.
"""


def scene_here(say: bool = False) -> ClassScene:
    """The scene of many classes. What the address says of a binary scene is left out."""
    return page.scene_of_address(DEFAULT, (*VIEW, *_elsewhere()), say=say)


def _elsewhere() -> set[str]:
    """What in the address speaks of two classes, or of points on a line."""
    told = st.query_params
    binary = {*SOURCES, *LINES} - {*DRAWN, *TAKEN}
    strange = {name for name in FIELDS if name not in CLASS_FIELDS}
    if told.get("data") in binary or "," in told.get("classes", ""):
        strange |= {*OF_THE_PLANE} - ({"data"} if told.get("data") in TAKEN else set())
    elif "features" in told:
        strange |= {"classes", "edits"}
    if (
        told.get("loss") in FIELDS["loss"].choices
        and told["loss"] not in CLASS_FIELDS["loss"].choices
    ):
        strange.add("loss")
    return strange


def whole(scene: ClassScene) -> ClassScene:
    """The scene with no classifier singled out."""
    return replace(scene, inside="")


def known(scene: ClassScene) -> str:
    """What all sections share: data and learner, wherever their sliders stand."""
    return replace(
        scene, inside="", lam=DEFAULT.lam, **({"tau": 1.0} if scene.kernel == "rbf" else {})
    ).query()


@st.fragment
def four_planes() -> None:
    """Four planes, one data set (C5)."""
    scene = scene_here(say=True)
    asked = element.element(
        "four",
        whole(scene),
        view=page.view_of_address(method_items.VIEW),
        main=[
            method_items.planes(),
            method_items.sliders(),
            method_items.legend(hand=True),
            method_items.switches(),
            method_items.hand(),
        ],
        below=[challenges(method_items.CHALLENGES)],
        alone={
            "lead": "Four ways to tell more than two classes apart, on the same points. With "
            "narrow bumps the four agree. Drag τ, and see where they part."
        },
    )
    if live_element.rest_is_due() and st.session_state.get(SHOWN) != known(scene):
        st.rerun()  # the other sections follow
    live_element.then_rest(asked)


@st.fragment
def ask() -> None:
    """Ask a point (C6)."""
    st.markdown(ASK)
    scene = scene_here()
    if st.session_state.get(SHOWN) != known(scene):
        st.rerun()  # how ties are broken is every section's
    element.element(
        "ask",
        whole(scene),
        view=page.view_of_address({"at": ""}),
        main=[
            method_items.asked(),
            method_items.legend(),
            method_items.ties(),
            method_items.sliders(),
        ],
    )


@st.fragment
def inside() -> None:
    """One binary classifier, its relabelled training set and its own boundary."""
    st.markdown(INSIDE)
    scene = binary_task_items.looked_into(scene_here())
    element.element("inside", scene, **binary_task_items.places(scene))


@st.fragment
def scores() -> None:
    """Scores by hand: the notes' three weight vectors (C1)."""
    st.markdown(section_texts.SCORES)
    scores_section.element(page.view_of_address(scores_section.VIEW))


@st.fragment
def softmax() -> None:
    """Softmax: its certificate, its two ways to predict, two classes, its steps (C2, C3, C4)."""
    scene = scene_here()
    st.markdown(softmax_section.LEAD)
    st.markdown(softmax_section.PREDICT)
    softmax_section.planes(scene)
    if st.session_state.get(SHOWN) != known(scene):
        st.rerun()  # its kernel is every section's
    st.subheader("Maximum likelihood", anchor=False)
    st.markdown(likelihood_section.LEAD)
    likelihood()
    st.subheader("Two classes: the binary fit, digit for digit", anchor=False)
    st.markdown(softmax_section.TWO.replace("{setting}", section_texts.setting(scene)))
    st.markdown(softmax_section.comparison(whole(scene)))
    steps()


@st.fragment
def likelihood() -> None:
    """How likely the labels are, as all scores are made louder (C2)."""
    scene = whole(scene_here())
    try:
        likelihood_section.along(scene)
    except (ValueError, kc.NotConverged):
        st.markdown("With this kernel and λ the softmax fit could not be found: there are no bars.")
        return
    likelihood_section.element(
        scene, page.view_of_address(likelihood_section.VIEW), section_texts.setting(scene)
    )


@st.fragment
def steps() -> None:
    """Its stochastic gradient descent, one step at a time (C3)."""
    st.subheader("One step at a time", anchor=False)
    st.markdown(section_texts.STEPS)
    words = page.view_of_address(sgd_section.VIEW) | {"walk": st.query_params.get("walk", "")}
    sgd_section.element(whole(scene_here()), words)


@st.fragment
def bill() -> None:
    """What each method costs, counted and by the notes' formulas (C7, E8)."""
    st.markdown(section_texts.BILL.replace("{N}", str(POINTS)))
    cost_section.element(page.view_of_address(cost_section.VIEW))
    scene = scene_here()
    st.markdown(section_texts.HERE.replace("{setting}", section_texts.setting(scene)))
    st.markdown(cost_section.here(scene))


@st.fragment
def trees() -> None:
    """The order of a tree (C8)."""
    st.markdown(section_texts.TREES)
    shown = trees_section.element(scene_here(), page.view_of_address(trees_section.VIEW))
    to_scene("open-tree", "↑ See this tree in the four planes", shown)


def fails() -> None:
    """Scenes where each method fails, and what one classifier that errs does (C8)."""
    st.markdown(section_texts.FAILS)
    columns = [*st.columns(3), *st.columns(3)]
    for k, (column, failure) in enumerate(zip(columns, FAILURES, strict=False)):
        with column:
            st.subheader(failure.title, anchor=False)
            st.markdown(failure.words())
            st.markdown(failure.table())
            to_scene(f"open-{k}", "↑ Open it", failure.scene)
    scene = whole(scene_here())
    st.subheader("When one classifier errs", anchor=False)
    st.markdown(erring_section.LEAD)
    st.markdown(section_texts.ERRING.replace("{setting}", section_texts.setting(scene)))
    st.markdown(erring_section.table(scene))


def to_scene(name: str, label: str, scene: ClassScene) -> None:
    """A link to this page at another scene, which opens at its top."""
    embedded_sweep.element(name, still({}), main=[items.link(f"multiclass?{scene.query()}", label)])


@st.fragment
def take() -> None:
    """The four fits in code, and what else can be taken along."""
    downloads.section("multiclass", scripts=named(whole(scene_here())),
                      again=lambda query: named(parse(query)[0]))  # fmt: skip


def named(scene: ClassScene) -> dict[str, str]:
    return dict(zip(("kernel_core", "scikit-learn"), scripts(scene), strict=True))


def rest() -> None:
    """What lies below the first picture: it comes once that is there."""
    st.markdown(METHODS)
    st.header("Ask a point", anchor=False)
    ask()
    st.header("Inside one of the classifiers", anchor=False)
    inside()
    st.header("Scores", anchor=False)
    scores()
    st.header("The bill", anchor=False)
    bill()
    st.header("Trees", anchor=False)
    trees()
    st.header("Softmax", anchor=False)
    softmax()
    st.header("Where each fails", anchor=False)
    fails()
    take()


st.session_state[SHOWN] = known(scene_here())
opening(
    "How do two become many?",
    "Four ways to many classes, on the same points. With narrow bumps the four agree. Drag τ, and "
    "see where they part.",
    scene_here(),
    SAMPLE,
    fields=CLASS_FIELDS,
)
four_planes()
if live_element.rest_is_due():
    rest()
ending("multiclass")
