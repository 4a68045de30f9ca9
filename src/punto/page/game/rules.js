/** The rules of a table as the page reads them. */

/** @typedef {import("./types.js").Rules} Rules @typedef {import("./types.js").Wager} Wager */

const OUTWARDS = ["", "banker", "player"]; // hands of the main wagers, from the dealer
const ACROSS = ["player", "", "banker"]; // sides of the others, from the left

/** The payout of winning results: one, or the range of a paytable; empty if a meter pays. @param {any[]} results @param {boolean} forOne */
export function pays(results, forOne) {
  const won = results.filter((result) => result.verdict === "win" && result.pays).map((result) => String(result.pays));
  const say = (/** @type {string} */ part) => {
    const [over, under = "1"] = part.split("/");
    return `${over} ${forOne ? "for" : "to"} ${under}`;
  };
  const least = won.reduce((a, b) => (value(a) <= value(b) ? a : b), won[0] ?? ""),
    most = won.reduce((a, b) => (value(a) >= value(b) ? a : b), won[0] ?? "");
  if (!won.length) return "";
  return least === most ? say(least) : `${least}–${say(most)}`;
}

/** @param {string} part */
const value = (part) => {
  const [over, under = "1"] = part.split("/");
  return Number(over) / Number(under);
};

/** @param {any} given @returns {Wager} */
const wager = (given) => ({
  key: given.wager,
  titles: given.titles ?? { en: given.title },
  pays: pays(given.results, given["for-one"]),
  main: Boolean(given.main),
  hand: given.hand ?? "",
  side: given.side ?? "",
  rides: Boolean(given.rides),
  metered: Boolean(given.metered),
  forOne: Boolean(given["for-one"]),
  vigorish: given.vigorish,
  section: given.section,
  needs: given.needs ?? [],
  results: given.results.map((/** @type {any} */ one) => ({ category: one.name, pays: one.pays ?? one.meter ?? "" })),
  least: given.limits?.least ?? 0,
  most: given.limits?.most ?? 0,
});

/** @param {any} given @returns {Rules} */
export function rules(given) {
  const rate = given.vigorish ? `${value(given.vigorish) * 100}%` : "";
  return {
    table: given.table ?? "",
    titles: given.titles ?? { en: given.title ?? "" },
    rulebook: given.rulebook ?? "",
    source: given.source ?? "document",
    felt: given.felt ?? "green",
    seats: given.seats ?? 7,
    decks: given.decks ?? 8,
    squeeze: Boolean(given.squeeze),
    curator: Boolean(given.curator),
    ez: Boolean(given.ez),
    virtual: given.virtual !== false,
    continuous: Boolean(given.continuous),
    freeHands: Boolean(given["free-hands"]),
    matchPlay: Boolean(given["match-play"]),
    seconds: given["bet-seconds"] ?? 20,
    smallest: given["smallest-chip"] ?? 100,
    vigorish: given.vigorish ? { rate, when: given["vigorish-when"] ?? "" } : null,
    wagers: (given.wagers ?? []).map(wager),
    combinations: Object.fromEntries(
      Object.entries(given.combinations ?? {}).map(([seat, pairs]) => [
        seat,
        /** @type {string[]} */ (pairs).map((pair) => pair.split(" ")),
      ]),
    ),
    causes: given.causes ?? [],
    digest: given.digest ?? "",
  };
}

/** From the dealer outwards: the wagers on the points. @param {Rules} of */
export const main = (of) =>
  of.wagers.filter((one) => one.main).sort((a, b) => OUTWARDS.indexOf(a.hand) - OUTWARDS.indexOf(b.hand));
/** All others, as the felt has them: what goes with Player at the left, what goes with Banker at the right. @param {Rules} of */
export const side = (of) =>
  of.wagers.filter((one) => !one.main).sort((a, b) => ACROSS.indexOf(a.side) - ACROSS.indexOf(b.side));
/** The wager whose stakes feed the meters. @param {Rules} of */
export const metered = (of) => of.wagers.find((one) => one.metered) ?? null;
/** @param {Rules} of @returns {Record<string, {least: number, most: number}>} */
export const limits = (of) => Object.fromEntries(of.wagers.map((one) => [one.key, one]));
/** The least and the most of the wagers on the hands. @param {Rules} of */
export function range(of) {
  const hands = of.wagers.filter((one) => one.hand);
  return { least: Math.min(...hands.map((one) => one.least)), most: Math.max(...hands.map((one) => one.most)) };
}
/** The rules with the limits that the pit has posted. @param {Rules} of @param {Record<string, {least: number, most: number}>} limits @returns {Rules} */
export const posted = (of, limits) => ({ ...of, wagers: of.wagers.map((one) => ({ ...one, ...limits[one.key] })) });
