"""How losses and kernels are named and written in the app."""

from dataclasses import dataclass

import kernel_core as kc
from lab.looks import kernels, losses


def test_a_loss_without_a_row_has_the_words_of_its_class():
    class Steep(kc.Hinge):
        """[1 | 2z]₊: twice as steep.

        Its sources stand here.
        """

        name = "twice-steep"

    look = losses.look_of(Steep())
    assert (look.label, look.formula) == ("twice steep", r"[1 \| 2z]₊: twice as steep.")
    assert look.is_offered and not look.in_notes


def test_a_kernel_without_a_row_is_called_as_its_class():
    @dataclass(frozen=True)
    class Laplace(kc.Kernel):
        tau: float = 1.0
        terms: int = 3

    look = kernels.look_of(Laplace)
    assert (look.name, look.label) == ("laplace", "Laplace")
    assert kernels.parameters(Laplace) == ("tau", "terms")


def test_every_kernel_whose_parameters_are_numbers_has_a_name_of_its_own():
    assert [*kernels.KERNELS_BY_NAME][:3] == ["rbf", "linear", "poly"]
    assert {kc.Min, kc.kernels.Matern} <= {*kernels.KERNELS_BY_NAME.values()}
    assert not {kc.kernels.Sum, kc.Kernel} & {*kernels.KERNELS_BY_NAME.values()}
    assert len({*kernels.KERNELS_BY_NAME.values()}) == len(kernels.KERNELS_BY_NAME)
