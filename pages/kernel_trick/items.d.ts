// Written by `python -m tests.tools.item_types` from pages/kernel_trick/items.py. Do not edit.

/**
 * A chart: `along` is the slider of its horizontal axis, `note` the label of that axis, `label` the
 * description of the chart.
 */
interface CostChart {
  along: string;
  note: string;
  title: string;
  label: string;
}

/** One of the two methods, through φ or through K; if `square`, its marks are squares. */
interface CostedMethod {
  name: string;
  label: string;
  tone: string;
  square?: boolean;
}

/**
 * The cost of an inner product through φ and through K, in charts on log axes. `look` is the word that
 * chooses between counts and times. `table` has the counts and the bytes of φ(x), a row for each of
 * `sizes`, a column for each of `degrees`. `total` is the number of cases that `address` measures; `done`
 * is shown when all are measured. For counts and for times, `limits` has the largest number of bytes of
 * φ(x), and `decades` the ends of the vertical axis, as powers of ten.
 */
interface CostsItem extends ItemBase {
  kind: "costs";
  look: string;
  address: string;
  total: number;
  sizes: number[];
  degrees: number[];
  table: Record<string, number[][]>;
  limits: Record<string, number>;
  decades: Record<string, number[]>;
  done: string;
  charts: CostChart[];
  methods: CostedMethod[];
}

/**
 * Two points as arrows from the origin, which can be dragged; `reach` is the largest absolute value of a
 * coordinate.
 */
interface InnerItem extends ItemBase {
  kind: "inner";
  label: string;
  address: string;
  reach: number;
}

/** A table that computes φ(x)ᵀφ(x′) and (xᵀx′)^degree term by term. */
interface ProductsItem extends ItemBase {
  kind: "products";
  label: string;
}

/**
 * The switch between the kernels of the gallery; each option sets the parameters of its kernel. The
 * picture's frames come from `address`.
 */
interface GalleryItem extends ItemBase {
  kind: "gallery";
  field: string;
  label: string;
  options: ChoiceOption[];
  address: string;
  has_frames: boolean;
}

/** A switch that only one kernel of the gallery has. */
interface DetailItem extends ItemBase {
  kind: "detail";
  field: string;
  label: string;
  options: ChoiceOption[];
  view: boolean;
}

/**
 * The plane of a fit with finitely many features. It shows the boundary of this fit, dotted the boundary
 * with the exact kernel, and the line of the slice with its point x′.
 */
interface ExactPlaneItem extends ItemBase {
  kind: "exactplane";
  label: string;
}

/** The features of a kernel with their weights, a row for each total degree. */
interface FeatureListItem extends ItemBase {
  kind: "featurelist";
  label: string;
}

/**
 * A slice of the kernel through a point x′. `alongs` names the sliders of x′; each kernel has one of
 * them.
 */
interface ThroughItem extends ItemBase {
  kind: "through";
  label: string;
  alongs: string[];
  caption: string;
  series: Series[];
}

interface ItemKinds {
  costs: CostsItem;
  inner: InnerItem;
  products: ProductsItem;
  gallery: GalleryItem;
  detail: DetailItem;
  exactplane: ExactPlaneItem;
  featurelist: FeatureListItem;
  through: ThroughItem;
}
