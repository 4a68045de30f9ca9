/** Roads. Blue marks have a center, red ones do not, strokes lean apart: shapes carry the same meaning as colors. */
import { ROWS, ask, bend, bigRoad, derived, displayed, firstColumn, runs } from "../game/roads.js";
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

/** @typedef {import("../game/types.js").Past} Past @typedef {{marks?: boolean, dropAgain?: boolean, last?: boolean}} How marks: pairs, naturals and bonus results, too */

/** The other facts of a result, by place and shape: pairs at the corners, a natural as a bar, a bonus as a star. @param {Past | undefined} past @param {boolean} filled @param {number} x @param {number} y @param {number} unit */
export function more(past, filled, x, y, unit) {
  if (!past) return "";
  const off = unit * 0.36,
    dot = (/** @type {number} */ way, /** @type {string} */ of) =>
      `<circle data-pair="${of}" cx="${r(x + way * off)}" cy="${r(y + way * off)}" r="${r(unit * 0.13)}" fill="${INK[of]}" stroke="var(--sheet)" stroke-width="${r(unit * 0.05)}"/>`;
  const reach = unit * (filled ? 0.17 : 0.15);
  return (
    (past["banker-pair"] ? dot(-1, "B") : "") +
    (past["player-pair"] ? dot(1, "P") : "") +
    (past.natural
      ? `<path data-natural="" d="M${r(x - reach)} ${r(y + unit * (filled ? 0.27 : past.outcome === "P" ? 0.19 : 0))}H${r(x + reach)}" stroke="${filled ? "#fff" : INK[past.outcome]}" stroke-width="${r(Math.max(1.2, unit * 0.07))}"/>`
      : "") +
    (past.bonus
      ? `<path data-bonus="${past.bonus}" d="${star(x + off, y - off, unit * 0.19)}" fill="var(--ink-bonus)" stroke="var(--sheet)" stroke-width="${r(unit * 0.04)}"/>`
      : "")
  );
}

/** @param {number} x @param {number} y @param {number} radius */
const star = (x, y, radius) =>
  `M${Array.from({ length: 10 }, (_, i) => {
    const far = i % 2 ? radius * 0.42 : radius,
      way = ((36 * i - 90) * Math.PI) / 180;
    return `${r(x + far * Math.cos(way))} ${r(y + far * Math.sin(way))}`;
  }).join("L")}Z`;

/** @param {readonly Past[]} past */
const letters = (past) => past.map((one) => one.outcome);

/** @param {readonly Past[]} past @param {number} columns @param {number} unit @param {Record<string, string>} signs @param {string} label @param {How} [how] */
export function bead(past, columns, unit, signs, label, how = {}) {
  const outcomes = letters(past),
    from = Math.max(0, Math.ceil(outcomes.length / ROWS) - columns) * ROWS;
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
          `<circle cx="${x}" cy="${y}" r="${r(unit * 0.41)}" fill="${INK[outcome]}"/><text x="${x}" y="${y}" dy=".36em" text-anchor="middle" font-weight="700" font-size="${r(unit * 0.46)}" fill="#fff">${signs[outcome]}</text>` +
          (how.marks ? more(past[from + i], true, x, y, unit) : "") +
          (from + i === outcomes.length - 1 ? newest(x, y, unit) : "")
        );
      })
      .join(""),
  );
}

/** @param {readonly Past[]} past @param {number} columns @param {number} unit @param {string} label @param {How} [how] the newest cell is outlined, unless \`last\` is false */
export function big(past, columns, unit, label, { marks = false, dropAgain = false, last = true } = {}) {
  const road = bigRoad(letters(past), past),
    cells = displayed(road, past.length, dropAgain),
    shift = firstColumn(cells, columns);
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
        let drawn =
          cell.winner === "T"
            ? ""
            : `<circle cx="${x}" cy="${y}" r="${r(unit * 0.36)}" fill="none" stroke="${ink}" stroke-width="${r(Math.max(1.6, unit * 0.12))}"/>`;
        if (cell.winner === "P" && !cell.ties)
          drawn += `<circle cx="${x}" cy="${y}" r="${r(unit * 0.09)}" fill="${ink}"/>`;
        if (cell.ties)
          drawn += `<path d="M${r(x - unit * 0.36)} ${r(y + unit * 0.36)}L${r(x + unit * 0.36)} ${r(y - unit * 0.36)}" stroke="${INK.T}" stroke-width="${r(Math.max(1.6, unit * 0.11))}"/>`;
        if (cell.ties > 1 && unit >= 14)
          drawn += `<circle cx="${x}" cy="${y}" r="${r(unit * 0.24)}" fill="var(--sheet)"/><text x="${x}" y="${y}" dy=".36em" text-anchor="middle" font-weight="700" font-size="${r(unit * 0.46)}" fill="${INK.T}">${cell.ties}</text>`;
        if (marks) drawn += more(cell.past, false, x, y, unit);
        return drawn + (last && cell === cells.at(-1) ? newest(x, y, unit) : "");
      })
      .join(""),
  );
}

/** One result as the big road has it, for a legend. @param {Past} past */
export const one = (past) =>
  html`<svg class="onemark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    <circle cx="10" cy="10" r="7.2" fill="none" stroke="${INK[past.outcome]}" stroke-width="2.4" />
    ${raw(more(past, false, 10, 10, 20))}
  </svg>`;

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

/** @param {readonly Past[]} past @param {number} back @param {number} columns @param {number} unit @param {string} label @param {How} [how] */
export function small(past, back, columns, unit, label, how = {}) {
  const cells = bend(runs(derived(bigRoad(letters(past)), back)), how.dropAgain),
    shift = firstColumn(cells, columns);
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

/** The next marks of the derived roads if this hand wins. @param {readonly Past[]} past @param {string} next */
export const asked = (past, next) =>
  html`<svg viewBox="0 0 66 18" width="66" height="18" aria-hidden="true">
    ${raw(
      ask(letters(past), next)
        .map((mark, i) => (mark ? derivedMark(i + 1, mark, 11 + i * 22, 9, 15) : ""))
        .join(""),
    )}
  </svg>`;
