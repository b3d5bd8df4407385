"""The pages that there are, one line each, and the groups of the map."""

from lab.course.page_declaration import declare
from pages.home.declaration import PAGE as HOME
from pages.is_it_a_kernel.declaration import PAGE as IS_IT_A_KERNEL
from pages.kernel_trick.declaration import PAGE as KERNEL_TRICK
from pages.losses.declaration import PAGE as LOSSES
from pages.multiclass.declaration import PAGE as MULTICLASS
from pages.rbf_bandwidth.declaration import PAGE as RBF_BANDWIDTH
from pages.regularisation.declaration import PAGE as REGULARISATION
from pages.representer_theorem.declaration import PAGE as REPRESENTER_THEOREM
from pages.stochastic_gradient.declaration import PAGE as STOCHASTIC_GRADIENT
from pages.svm.declaration import PAGE as SVM

PAGES = (
    HOME,
    LOSSES,
    RBF_BANDWIDTH,
    SVM,
    KERNEL_TRICK,
    IS_IT_A_KERNEL,
    REPRESENTER_THEOREM,
    MULTICLASS,
    REGULARISATION,
    STOCHASTIC_GRADIENT,
)
GROUPS = {
    "What to ask of a fit": ("losses", "regularisation", "representer_theorem"),
    "What a kernel is": ("kernel_trick", "is_it_a_kernel", "rbf_bandwidth"),
    "Learners at work": ("svm", "stochastic_gradient", "multiclass"),
}
declare(PAGES, GROUPS)
