// Written by `python -m tests.tools.item_types` from pages/kernel_pca/items.py. Do not edit.

/**
 * Points in the plane with a line along the tensor `direction` through `centre`. `points` is the tensor
 * of the points, `range` the window. `along` names the slider, in degrees, that a press, a drag or the
 * arrow keys move; without it the line cannot be turned. With `feet` a segment leads from each point to
 * its projection on the line. `answer` names a word of the address: if it is "shown", the line along the
 * tensor `principal` is shown.
 */
interface DirectionItem extends ItemBase {
  kind: "direction";
  label: string;
  points: string;
  range: number[];
  along?: string;
  feet?: boolean;
  answer?: string;
}

/**
 * A component, by its number from 0, as a field over the plane with its level lines. `edit`: whether the
 * points can be edited.
 */
interface ComponentPlaneItem extends ItemBase {
  kind: "component";
  label: string;
  number: number;
  edit?: boolean;
}

/**
 * The examples, plotted by two components. `look` names the word of the address that has the pair: “13”
 * is the first and the third component.
 */
interface ScorePlotItem extends ItemBase {
  kind: "scoreplot";
  label: string;
  look: string;
}

/**
 * Points in the plane, as crosses and circles by the tensor `labels`. `points` is the tensor of the
 * points, `range` the window. `places` is a tensor with a new place for each point: the marks are drawn
 * there, with a line from each original point. `curves` names tensors of dotted curves. With `address` a
 * press, a drag or the arrow keys choose a place, and the steps from there to the pre-image of its
 * projection are shown. The server computes them for the value of the slider `along`; `look` names the
 * word of the address that stores the place.
 */
interface PointPlaneItem extends ItemBase {
  kind: "pointplane";
  label: string;
  points: string;
  labels: string;
  range: number[];
  title?: string;
  places?: string;
  curves?: string[];
  address?: string;
  along?: string;
  look?: string;
}

interface ItemKinds {
  direction: DirectionItem;
  component: ComponentPlaneItem;
  scoreplot: ScorePlotItem;
  pointplane: PointPlaneItem;
}
