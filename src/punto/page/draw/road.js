/** Roads. Blue marks have a center, red ones do not, strokes lean apart: shapes carry the same meaning as colors. */
import { ROWS, ask, bend, bigRoad, derived, runs } from "../game/roads.js";
import { html, r, raw } from "./markup.js";

const INK = /** @type {Record<string, string>} */ ({
  B: "var(--ink-banker)",
  P: "var(--ink-player)",
  T: "var(--ink-tie)",
  r: "var(--ink-banker)",
  b: "var(--ink-player)",
});

/** @param {number} columns @param {number} unit @param {string} label @param {string} body */
function sheet(columns, unit, label, body) {
  const width = columns * unit,
    height = ROWS * unit;
  let lines = "";
  for (let i = 0; i <= columns; i++) lines += `M${i * unit + 0.5} .5V${height + 0.5}`;
  for (let j = 0; j <= ROWS; j++) lines += `M.5 ${j * unit + 0.5}H${width + 0.5}`;
  return html`<svg
    class="road"
    viewBox="0 0 ${width + 1} ${height + 1}"
    width="${width + 1}"
    height="${height + 1}"
    role="img"
    aria-label="${label}"
  >
    <rect x=".5" y=".5" width="${width}" height="${height}" fill="var(--sheet)" />
    <path d="${lines}" stroke="var(--sheet-line)" fill="none" shape-rendering="crispEdges" />
    ${raw(body)}
  </svg>`;
}

/** @param {number} x @param {number} y @param {number} unit */
const newest = (x, y, unit) =>
  `<rect x="${r(x - unit / 2 + 1)}" y="${r(y - unit / 2 + 1)}" width="${unit - 2}" height="${unit - 2}" rx="2" fill="none" stroke="var(--ink)" stroke-width="1.4"/>`;

/** @param {readonly string[]} outcomes @param {number} columns @param {number} unit @param {Record<string, string>} letters @param {string} label */
export function bead(outcomes, columns, unit, letters, label) {
  const from = Math.max(0, Math.ceil(outcomes.length / ROWS) - columns) * ROWS;
  return sheet(
    columns,
    unit,
    label,
    outcomes
      .slice(from)
      .map((outcome, i) => {
        const x = (Math.floor(i / ROWS) + 0.5) * unit + 0.5,
          y = ((i % ROWS) + 0.5) * unit + 0.5;
        return (
          `<circle cx="${x}" cy="${y}" r="${r(unit * 0.41)}" fill="${INK[outcome]}"/><text x="${x}" y="${y}" dy=".36em" text-anchor="middle" font-weight="700" font-size="${r(unit * 0.46)}" fill="#fff">${letters[outcome]}</text>` +
          (from + i === outcomes.length - 1 ? newest(x, y, unit) : "")
        );
      })
      .join(""),
  );
}

/** @param {readonly string[]} outcomes @param {number} columns @param {number} unit @param {string} label @param {boolean} [last] outline the newest cell */
export function big(outcomes, columns, unit, label, last = true) {
  const cells = bend(bigRoad(outcomes)),
    shift = Math.max(0, Math.max(0, ...cells.map((cell) => cell.column + 1)) - columns);
  return sheet(
    columns,
    unit,
    label,
    cells
      .filter((cell) => cell.column >= shift)
      .map((cell) => {
        const x = (cell.column - shift + 0.5) * unit + 0.5,
          y = (cell.row + 0.5) * unit + 0.5,
          ink = INK[cell.winner];
        let drawn = `<circle cx="${x}" cy="${y}" r="${r(unit * 0.36)}" fill="none" stroke="${ink}" stroke-width="${r(Math.max(1.6, unit * 0.12))}"/>`;
        if (cell.winner === "P" && !cell.ties)
          drawn += `<circle cx="${x}" cy="${y}" r="${r(unit * 0.09)}" fill="${ink}"/>`;
        if (cell.ties)
          drawn += `<path d="M${r(x - unit * 0.36)} ${r(y + unit * 0.36)}L${r(x + unit * 0.36)} ${r(y - unit * 0.36)}" stroke="${INK.T}" stroke-width="${r(Math.max(1.6, unit * 0.11))}"/>`;
        if (cell.ties > 1 && unit >= 14)
          drawn += `<circle cx="${x}" cy="${y}" r="${r(unit * 0.24)}" fill="var(--sheet)"/><text x="${x}" y="${y}" dy=".36em" text-anchor="middle" font-weight="700" font-size="${r(unit * 0.46)}" fill="${INK.T}">${cell.ties}</text>`;
        return drawn + (last && cell === cells.at(-1) ? newest(x, y, unit) : "");
      })
      .join(""),
  );
}

/** @param {number} back which derived road: 1, 2 or 3 @param {string} colour @param {number} x @param {number} y @param {number} unit */
export function derivedMark(back, colour, x, y, unit) {
  const ink = INK[colour],
    reach = unit * 0.34;
  if (back === 1)
    return (
      `<circle cx="${x}" cy="${y}" r="${r(reach)}" fill="none" stroke="${ink}" stroke-width="${r(Math.max(1.3, unit * 0.15))}"/>` +
      (colour === "b" ? `<circle cx="${x}" cy="${y}" r="${r(unit * 0.11)}" fill="${ink}"/>` : "")
    );
  if (back === 2)
    return (
      `<circle cx="${x}" cy="${y}" r="${r(unit * 0.38)}" fill="${ink}"/>` +
      (colour === "b" ? `<circle cx="${x}" cy="${y}" r="${r(unit * 0.14)}" fill="var(--sheet)"/>` : "")
    );
  const lean = colour === "r" ? 1 : -1;
  return `<path d="M${r(x - reach)} ${r(y + lean * reach)}L${r(x + reach)} ${r(y - lean * reach)}" stroke="${ink}" stroke-width="${r(Math.max(1.6, unit * 0.17))}" stroke-linecap="round"/>`;
}

/** @param {readonly string[]} outcomes @param {number} back @param {number} columns @param {number} unit @param {string} label */
export function small(outcomes, back, columns, unit, label) {
  const cells = bend(runs(derived(bigRoad(outcomes), back))),
    shift = Math.max(0, Math.max(0, ...cells.map((cell) => cell.column + 1)) - columns);
  return sheet(
    columns,
    unit,
    label,
    cells
      .filter((cell) => cell.column >= shift)
      .map((cell) =>
        derivedMark(back, cell.winner, (cell.column - shift + 0.5) * unit + 0.5, (cell.row + 0.5) * unit + 0.5, unit),
      )
      .join(""),
  );
}

/** The next marks of the derived roads if this hand wins. @param {readonly string[]} outcomes @param {string} next */
export const asked = (outcomes, next) =>
  html`<svg viewBox="0 0 66 18" width="66" height="18" aria-hidden="true">
    ${raw(
      ask(outcomes, next)
        .map((mark, i) => (mark ? derivedMark(i + 1, mark, 11 + i * 22, 9, 15) : ""))
        .join(""),
    )}
  </svg>`;
