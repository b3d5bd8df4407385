// Project points in space onto the screen, in mild perspective. `azimuth` and `height` of the eye are
// in degrees; the third axis points up.

const EYE_DISTANCE = 6;                  // distance of the eye from the centre, in radii of the picture
const STEEPEST = 89;
const DEGREE = Math.PI / 180;

export class Camera {
  /** @type {Point3} */ centre;
  /** @type {number} */ radius;
  /** @type {Point3} */ right;
  /** @type {Point3} */ up;
  /** @type {Point3} Towards the eye. */ out;
  /** @type {number} */ size;
  /** @type {number} Degrees. */ azimuth;
  /** @type {number} */ height;
  /** @type {number} The centre on the screen, in pixels. */ x;
  /** @type {number} */ y;

  /** @param {number[]} home */
  constructor(home) {
    this.home = home;
    this.reset();
  }

  reset() { [this.azimuth, this.height] = this.home; }

  /** @param {number} azimuth @param {number} height */
  turn(azimuth, height) {
    const around = (this.azimuth + azimuth) % 360;
    this.azimuth = around > 180 ? around - 360 : around < -180 ? around + 360 : around;
    this.height = Math.min(STEEPEST, Math.max(-STEEPEST, this.height + height));
  }

  /**
   * Read a direction such as "-35,20", in degrees, from an address; any other text sets the initial direction.
   * @param {string | undefined} text
   */
  read(text) {
    const [azimuth, height] = (text ?? "").split(",").map(Number);
    this.reset();
    if (text && Number.isFinite(azimuth) && Math.abs(height) <= STEEPEST) this.turn(azimuth - this.azimuth, height - this.height);
  }

  get text() {
    const [azimuth, height] = [this.azimuth, this.height].map((angle) => Number(angle.toFixed(1)));
    return azimuth === this.home[0] && height === this.home[1] ? "" : `${azimuth},${height}`;
  }

  /**
   * Fit a ball about `centre` into a canvas of this size for every direction of view; `zoom` above 1 magnifies.
   * @param {{ centre: Point3, radius: number }} ball @param {number} width @param {number} height @param {number} margin
   */
  look({ centre, radius }, width, height, margin, zoom = 1) {
    const a = this.azimuth * DEGREE, h = this.height * DEGREE;
    this.right = [-Math.sin(a), Math.cos(a), 0];
    this.up = [-Math.sin(h) * Math.cos(a), -Math.sin(h) * Math.sin(a), Math.cos(h)];
    this.out = [Math.cos(h) * Math.cos(a), Math.cos(h) * Math.sin(a), Math.sin(h)];
    Object.assign(this, { centre, radius, x: width / 2, y: height / 2 });
    this.size = zoom * (Math.min(width, height) / 2 - margin) * Math.sqrt(1 - 1 / EYE_DISTANCE ** 2);
  }

  get eye() { return this.centre.map((c, k) => c + EYE_DISTANCE * this.radius * this.out[k]); }

  /**
   * Return the depth of a point in radii: 1 in front, −1 at the back.
   * @param {Point3} p
   */
  depth(p) { return dot(subtract(p, this.centre), this.out) / this.radius; }

  /**
   * Project a point to pixels.
   * @param {Point3} p @returns {Point}
   */
  at(p) {
    const q = subtract(p, this.centre), scale = this.size * EYE_DISTANCE / (EYE_DISTANCE * this.radius - dot(q, this.out));
    return [this.x + scale * dot(q, this.right), this.y - scale * dot(q, this.up)];
  }
}

/** @param {Point3} a @param {Point3} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Point3} a @param {Point3} b */
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @param {Point3} a @param {Point3} b */
export const addScaled = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
/** @param {Point3} a @param {Point3} b */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
