// Undo and redo for edits of points: one drag is one step. The history survives when the page rebuilds the element,
// and starts again for another sample.

const MAX_STEPS = 200;
const SAMPLE = ["data", "m", "seed", "noise", "features", "classes", "points"];
const histories = new Map();          // histories by the name of the element

export class History {
  /** @param {string} name @param {Pick<Player, "scene" | "on" | "change" | "settle"> & { isHeld?: boolean }} player */
  constructor(name, player) {
    this.player = player;
    this.steps = histories.get(name) ?? { past: [], future: [], current: undefined, sample: undefined };
    histories.set(name, this.steps);
    for (const moment of ["settle", "ready"]) player.on(moment, () => this.note());
  }

  // Add the result of a finished change as a step, if it differs from the last step.
  note() {
    const { steps, player: { scene, isHeld } } = this;
    const sample = SAMPLE.map((name) => scene[name] ?? "").join(" "), edits = scene.edits ?? "";
    if (isHeld) return;
    if (sample !== steps.sample) Object.assign(steps, { past: [], future: [], current: edits, sample });
    if (edits === steps.current) return;
    steps.past = [...steps.past, steps.current].slice(-MAX_STEPS);
    Object.assign(steps, { future: [], current: edits });
  }

  get canUndo() { return this.steps.past.length > 0; }
  get canRedo() { return this.steps.future.length > 0; }

  undo() { return this.go("past", "future"); }
  redo() { return this.go("future", "past"); }

  /** @param {"past" | "future"} from @param {"past" | "future"} to */
  go(from, to) {
    this.note();
    const { steps, player } = this;
    if (player.isHeld || !steps[from].length) return false;
    steps[to].push(steps.current);
    steps.current = steps[from].pop();
    player.change({ edits: steps.current });
    player.settle();
    return true;
  }
}
