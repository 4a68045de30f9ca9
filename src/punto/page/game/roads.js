/**
 * The five roads of a shoe. The rules are in `punto.views.roads`; a test compares both, mark by mark:
 * the page draws them itself so that "ask" needs no server.
 *
 * @typedef {{winner: string, ties: number, past?: import("./types.js").Past}} Mark
 * @typedef {Mark & {column: number, row: number}} Cell
 */
export const ROWS = 6;

/** @param {readonly string[]} outcomes @param {readonly import("./types.js").Past[]} [past] the same coups @returns {Mark[][]} */
export function bigRoad(outcomes, past = []) {
  /** @type {Mark[][]} */
  const columns = [];
  let waiting = 0;
  for (const [i, outcome] of outcomes.entries()) {
    const last = columns.at(-1)?.at(-1);
    if (outcome === "T") {
      if (last) last.ties++;
      else waiting++;
      continue;
    }
    if (last?.winner !== outcome) columns.push([]);
    columns.at(-1)?.push({ winner: outcome, ties: waiting, ...(past[i] && { past: past[i] }) });
    waiting = 0;
  }
  return columns;
}

/** The big road as it is displayed: ties that wait for the first decision are a mark of their own. @param {Mark[][]} columns @param {number} waiting @param {boolean} dropAgain @returns {Cell[]} */
export const displayed = (columns, waiting, dropAgain) =>
  columns.length || !waiting ? bend(columns, dropAgain) : [{ winner: "T", ties: waiting, column: 0, row: 0 }];

/** The first column that is shown: the last ones, but always the newest cell. @param {Cell[]} cells @param {number} columns */
export const firstColumn = (cells, columns) =>
  cells.length
    ? Math.min(Math.max(0, Math.max(...cells.map((cell) => cell.column + 1)) - columns), cells[cells.length - 1].column)
    : 0;

/** Columns to cells on paper: six deep; a tail that has turned right stays in its row, or may drop again. @param {Mark[][]} columns @param {boolean} [dropAgain] @returns {Cell[]} */
export function bend(columns, dropAgain = false) {
  const taken = new Set();
  /** @type {Cell[]} */
  const cells = [];
  let start = 0;
  for (const marks of columns) {
    while (taken.has(`${start},0`)) start++;
    let column = start,
      row = 0,
      tail = false;
    marks.forEach((mark, index) => {
      if (index && (dropAgain || !tail) && row + 1 < ROWS && !taken.has(`${column},${row + 1}`)) row++;
      else if (index) {
        tail = true;
        column++;
      }
      taken.add(`${column},${row}`);
      cells.push({ ...mark, column, row });
    });
    start++;
  }
  return cells;
}

/** The marks of a derived road, "r" and "b", that looks some columns back: 1, 2 or 3. @param {Mark[][]} columns @param {number} back */
export function derived(columns, back) {
  const lengths = columns.map((column) => column.length);
  /** @type {string[]} */
  const marks = [];
  columns.forEach((column, at) =>
    column.forEach((_, row) => {
      if (row > 0 && at - back >= 0) marks.push(row === lengths[at - back] ? "b" : "r");
      else if (row === 0 && at - 1 - back >= 0) marks.push(lengths[at - 1] === lengths[at - 1 - back] ? "r" : "b");
    }),
  );
  return marks;
}

/** A derived road as columns of one color each. @param {string[]} marks @returns {Mark[][]} */
export function runs(marks) {
  /** @type {Mark[][]} */
  const columns = [];
  for (const winner of marks) {
    if (columns.at(-1)?.[0].winner !== winner) columns.push([]);
    columns.at(-1)?.push({ winner, ties: 0 });
  }
  return columns;
}

/** Which mark each derived road would get if this hand won next. @param {readonly string[]} outcomes @param {string} next */
export const ask = (outcomes, next) =>
  [1, 2, 3].map((back) => {
    const before = derived(bigRoad(outcomes), back).length,
      after = derived(bigRoad([...outcomes, next]), back);
    return after.length > before ? /** @type {string} */ (after.at(-1)) : null;
  });

/** The results of a shoe so far. @param {import("./types.js").Past[]} past */
export function tally(past) {
  const of = (/** @type {string} */ outcome) => past.filter((one) => one.outcome === outcome).length;
  return {
    coups: past.length,
    B: of("B"),
    P: of("P"),
    T: of("T"),
    naturals: past.filter((one) => one.natural).length,
    pairs: past.filter((one) => one["player-pair"] || one["banker-pair"]).length,
  };
}
