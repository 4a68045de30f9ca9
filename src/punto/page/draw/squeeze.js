/**
 * A card whose corner is lifted. It lies face down; the part beyond the fold is laid over, and on it the face shows. The
 * fold is the line midway between where the corner was and where the finger has taken it.
 *
 * @typedef {[number, number]} Point
 */
import { HEIGHT, WIDTH, drawn } from "./card.js";
import { html, r } from "./markup.js";

/** @type {Point[]} */
const CORNERS = [
  [0, 0],
  [WIDTH, 0],
  [WIDTH, HEIGHT],
  [0, HEIGHT],
];

/** The part of a shape on one side of a line. @param {Point[]} shape @param {Point} on @param {Point} normal @param {number} side */
function half(shape, on, normal, side) {
  /** @type {Point[]} */
  const kept = [];
  const far = (/** @type {Point} */ [x, y]) => side * ((x - on[0]) * normal[0] + (y - on[1]) * normal[1]);
  shape.forEach((from, i) => {
    const to = shape[(i + 1) % shape.length],
      a = far(from),
      b = far(to);
    if (a >= 0) kept.push(from);
    if ((a > 0 && b < 0) || (a < 0 && b > 0))
      kept.push([from[0] + ((to[0] - from[0]) * a) / (a - b), from[1] + ((to[1] - from[1]) * a) / (a - b)]);
  });
  return kept;
}

/** @param {Point} corner where it was @param {Point} to where it is now */
export function fold(corner, to) {
  const dx = to[0] - corner[0],
    dy = to[1] - corner[1],
    length = Math.hypot(dx, dy);
  if (length < 2) return null;
  /** @type {Point} */
  const normal = [dx / length, dy / length],
    on = /** @type {Point} */ ([(corner[0] + to[0]) / 2, (corner[1] + to[1]) / 2]);
  const reflect = (/** @type {Point} */ [x, y]) => {
    const far = (x - on[0]) * normal[0] + (y - on[1]) * normal[1];
    return /** @type {Point} */ ([x - 2 * far * normal[0], y - 2 * far * normal[1]]);
  };
  const lies = half(CORNERS, on, normal, 1),
    flap = half(CORNERS, on, normal, -1).map(reflect);
  const [nx, ny] = normal,
    shift = 2 * (on[0] * nx + on[1] * ny);
  // Turned about its long axis, then mirrored in the fold: together a rotation, so that nothing reads backwards.
  const matrix = [
    -(1 - 2 * nx * nx),
    2 * nx * ny,
    -2 * nx * ny,
    1 - 2 * ny * ny,
    (1 - 2 * nx * nx) * WIDTH + shift * nx,
    -2 * nx * ny * WIDTH + shift * ny,
  ];
  return { lies, flap, matrix, on, normal };
}

/** @param {Point[]} shape */
const path = (shape) => (shape.length ? "M" + shape.map(([x, y]) => `${r(x)} ${r(y)}`).join("L") + "Z" : "");

/** @param {string} card @param {Point} corner @param {Point} to @param {string} id */
export function lifted(card, corner, to, id) {
  const made = fold(corner, to);
  if (!made) return html`<use href="${drawn(null)}" width="250" height="350" />`;
  const { lies, flap, matrix, on, normal } = made,
    end = [on[0] + normal[0] * 90, on[1] + normal[1] * 90];
  return html`<defs
      ><clipPath id="${id}-lies"><path d="${path(lies)}" /></clipPath
      ><clipPath id="${id}-flap"><path d="${path(flap)}" /></clipPath
      ><linearGradient
        id="${id}-bend"
        gradientUnits="userSpaceOnUse"
        x1="${r(on[0])}"
        y1="${r(on[1])}"
        x2="${r(end[0])}"
        y2="${r(end[1])}"
        ><stop offset="0" stop-opacity=".34" /><stop offset=".16" stop-opacity=".05" /><stop
          offset=".4"
          stop-color="#fff"
          stop-opacity=".25" /><stop offset="1" stop-opacity=".08" /></linearGradient></defs
    ><g clip-path="url(#${id}-lies)"><use href="${drawn(null)}" width="250" height="350" /></g
    ><path class="flap" d="${path(flap)}" fill="#fffdf7" /><g clip-path="url(#${id}-flap)"
      ><g transform="matrix(${matrix.map((value) => Math.round(value * 1e4) / 1e4).join(" ")})"
        ><use href="${drawn(card)}" width="250" height="350" /></g
      ><path d="${path(flap)}" fill="url(#${id}-bend)"
    /></g>`;
}
