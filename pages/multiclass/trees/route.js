// The path of one example through a tree: the forks, their decisions, and the class at the end. The server has sent each
// fork's decision for each example; see pages/multiclass/trees/tree_endpoint.py.

/** @typedef {number | [any, any]} Tree A class, or a pair of trees. */
/** @typedef {{ positive: number[], negative: number[], examples: number, wrong: number, takes: string, field: number[] }} Fork */

/** @param {string} text @returns {Tree} */
export const read = (text) => JSON.parse(text.replaceAll("(", "[").replaceAll(")", "]"));

/** @param {Tree} tree @returns {number[]} */
export const leaves = (tree) => (typeof tree === "number" ? [tree] : tree.flatMap(leaves));

/** Return the forks of a tree in preorder, from the root.
 * @param {Tree} tree @returns {[any, any][]}
 */
export const forksOf = (tree) => (typeof tree === "number" ? [] : [tree, ...forksOf(tree[0]), ...forksOf(tree[1])]);

/**
 * @param {Tree} tree @param {Fork[]} forks @param {number} n
 * @returns {{ steps: { fork: number, left: boolean }[], leaf: number }}
 */
export function route(tree, forks, n) {
  const order = forksOf(tree), steps = [];
  let node = tree;
  while (typeof node !== "number") {
    const fork = order.indexOf(/** @type {[any, any]} */ (node)), left = forks[fork].takes[n] === "+";
    steps.push({ fork, left });
    node = node[left ? 0 : 1];
  }
  return { steps, leaf: node };
}

/** @param {number[]} group @param {string[]} names */
const listNames = (group, names) => group.map((k) => names[k].replace(/^(class|digit) /, "")).join(", ");

/** Return the question of a fork.
 * @param {Fork} fork @param {string[]} names
 */
export const question = ({ positive, negative }, names) => `${listNames(positive, names)} or ${listNames(negative, names)}?`;
/** Return the share of a fork's examples that are on the wrong side of its boundary. @param {Fork} fork */
export const error = ({ wrong, examples }) => (examples ? wrong / examples : 0);
