"""Names and formulas of losses and kernels, as the app shows them."""
