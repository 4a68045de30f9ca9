/**
 * The pit, read off its answer: which table asks for the floor first, how old the cards are, how a win lies to what was to be won.
 *
 * @typedef {{least: number, most: number}} Range
 * @typedef {{at: number, who: string, words: string}} Called
 * @typedef {{wager: string, handle: number, win: number, theoretical: number}} Figure
 * @typedef {{meter: string, amount: number, base: number, reserve: number, overflow: number, fed: number, paid: number, agrees: boolean}} Meter
 * @typedef {{table: string, rulebook: string, title: string, pit: string, phase: string, shoe: number, coup: number, number: number, driver: string, virtual: boolean,
 *   disabled: boolean, closing: boolean, seats: number, taken: number, limits: Record<string, Range>, filed: Record<string, Range>,
 *   decks: {opened: number | null, hours: number | null, due: number | null}, rack: number, notices: Record<string, string>, wants: import("./types.js").Act[], calls: Called[],
 *   posts: import("./types.js").Post[], vacant: string[],
 *   figures: {rounds: number, handle: number, drop: number, win: number, hold: number | null, theoretical: number, wagers: Figure[]}, progressive: string, meters: Meter[]}} PitTable
 * @typedef {{progressive: string, proposal: string, who: string, at: number, debit: string, credit: string, cents: number, why: string}} Proposal
 * @typedef {{proposal: string, who: string, at: number, kind: "deposit" | "withdrawal" | "adjustment" | "fill", cents: number, why: string, person: string, table: string, seat: number,
 *   corrects: number | null, wager: string, cause: string}} Money
 * @typedef {{now: number, floor: {disabled: boolean}, submissions: {name: string, rulebook: string, title: string}[], tables: PitTable[], closed: {table: string}[],
 *   unopened: {table: string, why: string}[], proposals: Proposal[], money: Money[], alone: number}} Pit
 */

/** Tasks of the floor: calls in order, then acts that tables wait for. @param {Pit} pit @returns {{table: PitTable, call?: Called, act?: import("./types.js").Act}[]} */
export function asked(pit) {
  const calls = pit.tables
    .flatMap((table) => table.calls.map((call) => ({ table, call })))
    .sort((a, b) => a.call.at - b.call.at);
  return [
    ...calls,
    ...pit.tables.flatMap((table) => table.wants.filter((act) => act.must).map((act) => ({ table, act }))),
  ];
}

/** Tables that ask for something first, then those that do not play, then by name. @param {PitTable[]} tables */
export function sorted(tables) {
  const weight = (/** @type {PitTable} */ table) =>
    table.calls.length || table.wants.some((act) => act.must) ? 0 : table.disabled || table.closing ? 1 : 2;
  return [...tables].sort((a, b) => weight(a) - weight(b) || a.table.localeCompare(b.table, "en", { numeric: true }));
}

/** Which part of their time the cards have been in play. @param {PitTable["decks"]} decks @param {number} now */
export function age(decks, now) {
  if (decks.opened === null) return null;
  const hours = Math.max(0, now - decks.opened) / 3600_000;
  return { hours, of: decks.hours, part: decks.hours ? Math.min(1, hours / decks.hours) : 0 };
}

/** The limits to post: only those that differ from the posted ones. @param {Record<string, Range>} posted @param {Record<string, {least: string, most: string}>} written in dollars @returns {Record<string, Range>} */
export function changes(posted, written) {
  const cents = (/** @type {string} */ said, /** @type {number} */ else_) =>
    said.trim() === "" || !Number.isFinite(Number(said)) ? else_ : Math.round(Number(said) * 100);
  const made = Object.entries(written)
    .filter(([wager]) => wager in posted)
    .map(
      ([wager, one]) =>
        /** @type {[string, Range]} */ ([
          wager,
          { least: cents(one.least, posted[wager].least), most: cents(one.most, posted[wager].most) },
        ]),
    );
  return Object.fromEntries(
    made.filter(([wager, one]) => one.least !== posted[wager].least || one.most !== posted[wager].most),
  );
}
