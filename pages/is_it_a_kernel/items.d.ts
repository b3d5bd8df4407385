// Written by `python -m tests.tools.item_types` from pages/is_it_a_kernel/items.py. Do not edit.

/** A formula to choose, with its label. */
interface FormulaOption {
  label: string;
  value: string;
}

/** Formulas under one heading of a menu. */
interface KernelGroup {
  label: string;
  options: FormulaOption[];
}

/** A link to another page. */
interface PageLink {
  href: string;
  label: string;
}

/** Fields of the scene that an item changes. */
interface MovedFields {
  fields: Record<string, string>;
}

/**
 * The search for points and a vector c with cᵀKc < 0; `limits` is a sentence about its limits. `search`
 * is the address of the search, `address` that of the matrix of given points.
 */
interface KernelSearchItem extends ItemBase {
  kind: "kernelsearch";
  label: string;
  search: string;
  address: string;
  limits: string;
}

/**
 * The points of the search, which can be dragged, added and removed, each with its entry of c; `reach` is
 * the largest absolute value of a coordinate.
 */
interface SpotsItem extends ItemBase {
  kind: "spots";
  label: string;
  title: string;
  reach: number;
  max_points: number;
}

/** The eigenvalues of a matrix as bars. */
interface EigenvaluesItem extends ItemBase {
  kind: "eigenvalues";
  label: string;
}

/** The builder of kernels, or some of its parts, see `builder_element.panel`. */
interface BuilderItem extends ItemBase {
  kind: "builder";
  label: string;
  address: string;
  parts: string[];
  max_characters: number;
  kernels: KernelGroup[];
  functions: FormulaOption[];
  signs: string[][];
  pages: PageLink[];
  options: MovedFields[];
}

/**
 * Items drawn from the builder's numbers. While there is no matrix, the sentence `none` is shown instead,
 * unless it is empty.
 */
interface BuiltItem extends ItemBase {
  kind: "built";
  items: Item[];
  none: string;
}

/** Items of the fit with the built kernel. If there is no fit, the sentence `none` replaces them. */
interface FittedItem extends ItemBase {
  kind: "fitted";
  items: Item[];
  none: string;
}

/** The slice k(x, ·) of the built kernel through one example x. */
interface SlicesItem extends ItemBase {
  kind: "slices";
  label: string;
}

/** The eigenvalues of the matrix of the built kernel. */
interface SpectrumItem extends ItemBase {
  kind: "spectrum";
  label: string;
}

/** The terms of cᵀKc for the built kernel, as bars. */
interface SumsItem extends ItemBase {
  kind: "sums";
  label: string;
}

interface ItemKinds {
  kernelsearch: KernelSearchItem;
  spots: SpotsItem;
  eigenvalues: EigenvaluesItem;
  builder: BuilderItem;
  built: BuiltItem;
  fitted: FittedItem;
  slices: SlicesItem;
  spectrum: SpectrumItem;
  sums: SumsItem;
}
