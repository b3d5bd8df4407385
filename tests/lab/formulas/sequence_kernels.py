"""Examples of kernels that are written as formulas, for several tests."""

import kernel_core as kc
from lab.formulas import parse_point_function
from lab.formulas.point_functions import RankOneKernel, RescaledKernel
from lab.formulas.sequences import (
    CosineSeries,
    Limit,
    RandomFourier,
    RBFTaylor,
)

KERNELS = [
    kc.Cosine(0),
    CosineSeries(200, scaled=True),
    RBFTaylor(0.7, 1),
    RBFTaylor(0.5, 12),
    RBFTaylor(3.0, 40),
    RandomFourier(0.6, 1, 4),
    RandomFourier(0.6, 50),
    RankOneKernel(parse_point_function("1+x1")),
    RankOneKernel(parse_point_function("exp(-norm(x)^2)"))
    + RankOneKernel(parse_point_function("x2")),
    RescaledKernel(parse_point_function("norm(x)"), kc.RBF(0.7)),
    RescaledKernel(parse_point_function("x1*x2"), kc.Polynomial(2, 1.0)) * kc.Cosine(2.0),
    Limit(RBFTaylor(0.4, 3)),
    Limit(CosineSeries(3, scaled=True)),
]
