"""Convert an answer of an endpoint to a sweep of one stop, which a live element can show."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lab.ui.embedded_sweep import sweep_item


def single_stop_sweep(answer: Mapping[str, Any], **texts: Any) -> dict[str, Any]:
    """Pack an answer as a sweep of one stop; its single numbers become tensors too, since goals
    name tensors.

    `texts`: further data, such as the sample, which are sent once and are not part of later
    answers. `singleStopSweep` in single-stop-sweep.js does the same in the browser.
    """
    numbers = {
        name: (np.array([float(value)]), False)
        for name, value in answer.items()
        if isinstance(value, int | float)
    }
    stops = {"stops": (np.zeros(1), True)}
    return sweep_item("", stops | numbers, digits=17, answer=dict(answer), **texts)
