"""Scripts that repeat a run: with kernel_core, and with the lines of Figure 1 in NumPy."""

from lab.scene.scripts import with_kernel_core
from pages.stochastic_gradient.figure1.run_request import RUN_STEPS, Run

_OURS = """
K = s.kernel(X, X)
loss = kc.LOSSES[{loss!r}]
run = kc.learners.run_kernel_sgd(K, y, loss, lam={lam!r}, c={c!r}, steps={steps}, seed={draws})
print(f"risk after {{len(run.index)}} steps: {{run.risk[-1]:.6f}}")
print(run.stop_reason or "the run did not diverge")
"""

_PLAIN = """
# Figure 1 of lecture notes 000, line by line
from kernel_core.learners import draw_indices

K, m, loss, lam = s.kernel(X, X), len(y), kc.LOSSES[{loss!r}], {lam!r}
alpha = 0 * y
for t, i in zip(range(1, {steps} + 1), draw_indices(m, seed={draws})):
    eta = {c!r} / t**0.5
    after = alpha - eta * (loss.derivative(K[i] @ alpha, y[i]) * K[i] + m * lam * K[i] * alpha[i])
    if abs(after).max() > 1e12:
        break
    alpha = after
f = K @ alpha
print(f"risk: {{loss.value(f, y).mean() + lam / 2 * alpha @ f:.6f}}")
"""


def scripts(run: Run) -> tuple[str, str]:
    """Return the two scripts: with kernel_core, and with the lines of Figure 1 in NumPy. Both
    scripts also compute the optimum."""
    scene = run.scene
    values = {"loss": scene.loss, "lam": scene.lam, "c": run.eta, "draws": run.draws}
    fit = with_kernel_core(scene)
    return fit + _OURS.format(**values, steps=RUN_STEPS), fit + _PLAIN.format(
        **values, steps=RUN_STEPS
    )
