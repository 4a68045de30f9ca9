/** Chips: seen from above in the picker, and stacked on the felt in a low oblique view. */
import { brief } from "../game/money.js";
import { cut } from "../game/chips.js";
import { html, r, raw } from "./markup.js";

const LOOKS = /** @type {Record<number, [string, string, string]>} */ ({
  // base, edge spots, ring
  1_00: ["#e9e4d6", "#3d62a8", "#c9c1ab"],
  5_00: ["#b02a2e", "#f5eedd", "#7d1a1e"],
  25_00: ["#1e7a50", "#f5eedd", "#115238"],
  100_00: ["#22252b", "#e9dfc6", "#000"],
  500_00: ["#5d3f92", "#f2c14e", "#3d2766"],
  1000_00: ["#d89a1e", "#3a2606", "#9a6a0c"],
  5000_00: ["#a5542a", "#cfe3ea", "#6f3315"],
  25000_00: ["#1f5f73", "#f2c14e", "#123f4d"],
});
const HIGHEST = 9; // chips drawn of one stack: the pill beside it says the sum

/** @param {number} cents @param {number} [size] */
export function chip(cents, size = 54) {
  const [base, spot, edge] = LOOKS[cents],
    word = brief(cents),
    dash = r((2 * Math.PI * 43.5) / 16);
  return html`<svg class="chip" viewBox="0 0 100 100" width="${size}" height="${size}" aria-hidden="true">
    <circle cx="50" cy="50" r="49" fill="${base}" />
    <circle
      cx="50"
      cy="50"
      r="43.5"
      fill="none"
      stroke="${spot}"
      stroke-width="11"
      stroke-dasharray="${dash} ${dash}"
      stroke-dashoffset="${r(dash / 2)}"
    />
    <circle cx="50" cy="50" r="48.4" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="1.2" />
    <circle cx="50" cy="50" r="46.5" fill="none" stroke="#fff" stroke-opacity=".28" />
    <circle cx="50" cy="50" r="37" fill="${base}" stroke="${edge}" stroke-width="1.5" />
    <circle cx="50" cy="50" r="33.5" fill="none" stroke="${spot}" stroke-width="1.6" stroke-dasharray="1.6 3.4" />
    <circle cx="50" cy="50" r="29" fill="#fbf6e8" stroke="${edge}" />
    <text
      x="50"
      y="50"
      dy=".36em"
      text-anchor="middle"
      font-weight="700"
      font-size="${word.length > 2 ? 24 : 29}"
      letter-spacing="-.5"
      fill="#1c211e"
    >
      ${word}
    </text>
  </svg>`;
}

const SHIFT = [0, 0.4, -0.35, 0.25, -0.2, 0.4, -0.4],
  PHASE = [0, 0.35, 0.8, 0.15, 0.6];

/** A stack for a sum; (x, y) is the centre of its foot. @param {number} x @param {number} y @param {number} cents @param {number} [rx] */
export function stack(x, y, cents, rx = 16) {
  const chips = cut(cents)
    .slice(0, HIGHEST)
    .reverse()
    .sort((a, b) => b - a);
  const ry = rx * 0.6,
    thick = rx * 0.26;
  const shadow = `<ellipse cx="${r(x + rx * 0.16)}" cy="${r(y + thick * 0.9)}" rx="${r(rx * 1.08)}" ry="${r(ry * 1.08)}" fill="#000" opacity=".36"/>`;
  return raw(
    `<g class="stack">${shadow}${chips.map((chip, at) => lying(chip, x + (SHIFT[at % 7] * rx) / 16, y - at * thick - thick / 2, rx, at, at === chips.length - 1)).join("")}</g>`,
  );
}

/** @param {number} cents @param {number} x @param {number} top @param {number} rx @param {number} at @param {boolean} last */
function lying(cents, x, top, rx, at, last) {
  const [base, spot, edge] = LOOKS[cents],
    ry = rx * 0.6,
    thick = rx * 0.26,
    phase = PHASE[at % 5] * (Math.PI / 4);
  const on = (/** @type {number} */ angle, /** @type {number} */ down) =>
    `${r(x + rx * Math.cos(angle))} ${r(top + ry * Math.sin(angle) + down)}`;
  const band = (/** @type {number} */ p, /** @type {number} */ q) =>
    `M${on(p, 0)}A${r(rx)} ${r(ry)} 0 0 1 ${on(q, 0)}L${on(q, thick)}A${r(rx)} ${r(ry)} 0 0 0 ${on(p, thick)}Z`;
  let spots = "";
  for (let k = -1; k < 5; k++) {
    const p = Math.max(0, k * (Math.PI / 4) + phase),
      q = Math.min(Math.PI, k * (Math.PI / 4) + phase + Math.PI / 9);
    if (q > p) spots += band(p, q);
  }
  const oval = (/** @type {number} */ scale, /** @type {string} */ how) =>
    `<ellipse cx="${r(x)}" cy="${r(top)}" rx="${r(rx * scale)}" ry="${r(ry * scale)}" ${how}/>`;
  const side = `<path d="${band(0, Math.PI)}" fill="${base}"/><path d="${spots}" fill="${spot}"/><path d="M${on(Math.PI, thick)}A${r(rx)} ${r(ry)} 0 0 0 ${on(0, thick)}" fill="none" stroke="#000" stroke-opacity=".5" stroke-width=".7"/>`;
  if (!last)
    return (
      side + oval(1, `fill="${base}"`) + oval(0.97, 'fill="none" stroke="#fff" stroke-opacity=".22" stroke-width=".7"')
    );
  const dash = r((2 * Math.PI * Math.sqrt((rx * rx + ry * ry) / 2) * 0.88) / 16),
    word = brief(cents);
  return (
    side +
    oval(1, `fill="${base}"`) +
    oval(0.87, `fill="none" stroke="${spot}" stroke-width="${r(rx * 0.22)}" stroke-dasharray="${dash} ${dash}"`) +
    oval(0.97, 'fill="none" stroke="#fff" stroke-opacity=".35" stroke-width=".8"') +
    oval(0.7, `fill="#fbf6e8" stroke="${edge}" stroke-width=".8"`) +
    (rx < 13
      ? ""
      : `<text transform="translate(${r(x)} ${r(top)}) scale(1 .7)" dy=".36em" text-anchor="middle" font-weight="700" font-size="${r(rx * (word.length > 2 ? 0.58 : 0.74))}" letter-spacing="-.3" fill="#1c211e">${word}</text>`)
  );
}

/** A stack in a picture of its own, for pages that are no felt. @param {number} cents @param {number} width @param {number} height @param {number} rx */
export const pile = (cents, width, height, rx) =>
  html`<svg class="pile" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">
    ${stack(width / 2, height - rx * 0.72, cents, rx)}
  </svg>`;
