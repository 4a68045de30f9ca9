/**
 * The five roads of a shoe. The rules are in `punto.views.roads`; a test compares both, mark by mark:
 * the page draws them itself so that "ask" needs no server.
 *
 * @typedef {{winner: string, ties: number}} Mark
 * @typedef {Mark & {column: number, row: number}} Cell
 */
export const ROWS = 6;

/** @param {readonly string[]} outcomes @returns {Mark[][]} */
export function bigRoad(outcomes) {
  /** @type {Mark[][]} */
  const columns = [];
  let waiting = 0;
  for (const outcome of outcomes) {
    const last = columns.at(-1)?.at(-1);
    if (outcome === "T") {
      if (last) last.ties++;
      else waiting++;
      continue;
    }
    if (last?.winner !== outcome) columns.push([]);
    columns.at(-1)?.push({ winner: outcome, ties: waiting });
    waiting = 0;
  }
  return columns;
}

/** Columns to cells on paper: six deep, and a tail that has turned right never drops again. @param {Mark[][]} columns @returns {Cell[]} */
export function bend(columns) {
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
      if (index && !tail && row + 1 < ROWS && !taken.has(`${column},${row + 1}`)) row++;
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
