"""A clause on why the closure rules do not prove that a function is a kernel."""

import kernel_core as kc

# Noun phrases for those reasons of kernel_core and lab.formulas that do not fit into the clause.
_NOUN_PHRASES = {
    "difference": "a difference",
    "negative weight": "a negative weight",
    "not recognised as symmetric": "a formula that is not recognised as symmetric",
}


def no_rule_allows(kernel: kc.Kernel) -> str:
    """Return a clause such as "no rule allows a difference or tanh", for a function that is not
    proven to be a kernel.
    """
    *first, last = [_NOUN_PHRASES.get(gap, gap) for gap in kc.kernels.unproven_parts(kernel)]
    return f"no rule allows {', '.join(first)} or {last}" if first else f"no rule allows {last}"
