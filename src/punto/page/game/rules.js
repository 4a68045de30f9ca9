/** The rules of a table as the page reads them: what the server says, with a stand-in for what it leaves out. */

/** @typedef {import("./types.js").Rules} Rules @typedef {import("./types.js").Wager} Wager */

const HANDS = /** @type {Record<string, string>} */ ({ player: "player", banker: "banker", "ez-banker": "banker" });
const MAIN = ["tie", "banker", "ez-banker", "player"];

/** @param {any} given @returns {Wager} */
function wager(given) {
  const limit = given.limits ?? given.limit ?? {};
  return {
    key: given.key, title: given.title ?? given.key, pays: given.pays ?? "", hand: given.hand ?? HANDS[given.key] ?? "",
    vigorish: Boolean(given.vigorish), section: given.section ?? "", results: given.results ?? [],
    least: given.least ?? limit.least ?? given.minimum ?? 0, most: given.most ?? limit.most ?? given.maximum ?? 0,
  };
}

/** @param {any} given @returns {Rules} */
export function rules(given) {
  const options = given.options ?? given;
  const pick = (/** @type {string} */ key, /** @type {any} */ otherwise) => given[key] ?? options[key] ?? otherwise;
  const royal = pick("royal-9", pick("royal9", null));
  return {
    table: given.table ?? given.name ?? "", title: given.title ?? given.table ?? "", rulebook: given.rulebook ?? "",
    document: given.document ?? "", felt: pick("felt", "green"), seats: Number(pick("seats", 7)), decks: Number(pick("decks", 8)),
    squeeze: pick("squeeze", false), curator: pick("curator", false), ez: pick("ez", false), virtual: pick("virtual", true),
    continuous: pick("continuous", false), freeHands: pick("free-hands", false),
    seconds: Number(pick("bet-seconds", 20)), smallest: Number(pick("smallest-chip", 100)), vigorish: pick("vigorish", null),
    wagers: wagers(given.wagers ?? []), combinations: royal?.combinations ?? {}, digest: given.digest ?? "", options,
  };
}

/** @param {any} given a list, or a table by key @returns {Wager[]} */
function wagers(given) {
  return Array.isArray(given) ? given.map(wager) : Object.entries(given).map(([key, one]) => wager({ key, ...one }));
}

/** From the dealer outwards: the wagers on the points. @param {Rules} of */
export const main = (of) => MAIN.flatMap((key) => of.wagers.filter((one) => one.key === key));
/** All others, as the felt has them: what goes with Player at the left, what goes with Banker at the right. @param {Rules} of */
export function side(of) {
  const weight = (/** @type {Wager} */ one) => (one.key.endsWith("-player") || one.key === "panda-8" ? 0 : one.key.endsWith("-banker") || one.key === "dragon-7" ? 2 : 1);
  return of.wagers.filter((one) => !MAIN.includes(one.key)).sort((a, b) => weight(a) - weight(b));
}
/** @param {Rules} of @returns {Record<string, {least: number, most: number}>} */
export const limits = (of) => Object.fromEntries(of.wagers.map((one) => [one.key, one]));
/** @param {Rules} of the least and the most of the wagers on the hands */
export function range(of) {
  const hands = of.wagers.filter((one) => one.hand);
  return { least: Math.min(...hands.map((one) => one.least)), most: Math.max(...hands.map((one) => one.most)) };
}
