"""Ways through the steps for whoever has no plan: of which pages how many first steps."""

from lab.ui.shell.guided_starts import GuidedStart

STARTS = (
    GuidedStart(
        "Ten minutes",
        "One kernel and its width: three steps.",
        {"rbf_bandwidth": 3},
    ),
    GuidedStart(
        "An evening",
        "What a kernel is, what it is good for, and who holds the boundary.",
        {"rbf_bandwidth": 4, "kernel_trick": 2, "losses": 2, "regularisation": 1, "svm": 3},
    ),
    GuidedStart(
        "The lecture",
        "The core of every page, in the order of the course.",
        {
            "rbf_bandwidth": 3, "kernel_trick": 3, "is_it_a_kernel": 3, "losses": 3,
            "regularisation": 3, "representer_theorem": 3, "svm": 3, "stochastic_gradient": 3,
            "multiclass": 3,
        },
    ),
)  # fmt: skip
