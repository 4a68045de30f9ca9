/**
 * A dealer's work, from `expected`: the due act, other permitted acts, and irregularities to report.
 * Lines are paid in the order of the settlement, seat by seat.
 *
 * @typedef {import("./types.js").Act} Act @typedef {import("./types.js").Line} Line
 */
const WRONG = new Set(["error", "error-third", "face-up", "face-up-third", "seen"]);
const STAKES = new Set(["wager", "verbal", "withdraw", "sit"]);

/** Whether an act is a seat's: where a table has no screens, the desk enters it. @param {Act} act */
export const ofSeat = (act) => act.by === "player" || act.by === "curator";

/** The act that play waits for; of several, the first. @param {Act[]} acts */
export const due = (acts) => acts.filter((act) => act.must);

/** The irregularities that may be reported. @param {Act[]} acts */
export const troubles = (acts) => acts.filter((act) => WRONG.has(act.what ?? "") && !act.must);

/** The same act of two roles is one button. @param {Act[]} acts */
export const once = (acts) =>
  acts.filter(
    (act, i) =>
      acts.findIndex(
        (one) => one.do === act.do && one.what === act.what && one.seat === act.seat && ofSeat(one) === ofSeat(act),
      ) === i,
  );

/** Optional acts of the house. @param {Act[]} acts */
export const besides = (acts) =>
  once(acts.filter((act) => !act.must && !ofSeat(act) && act.do === "perform" && !WRONG.has(act.what ?? "")));

/** Wagers that were called with cash, and wait for the dealer's word. @param {Act[]} acts */
export const called = (acts) => acts.filter((act) => act.do === "confirm");

/** A seat's due acts other than wagers, and those of staff about the seat. @param {Act[]} acts @param {number} seat @param {number | null} [curator] */
export const atSeat = (acts, seat, curator = null) =>
  acts.filter(
    (act) =>
      !STAKES.has(act.do) &&
      (act.seat === seat || (act.by === "curator" && seat === curator)) &&
      (ofSeat(act) || act.do === "collect-vigorish"),
  );

/** The wagers that may be made at a seat with a means. @param {Act[]} acts @param {number} seat @param {import("./draft.js").Means} means */
export const areas = (acts, seat, means) =>
  acts
    .filter((act) => act.seat === seat && act.do === (means === "cash" ? "verbal" : "wager"))
    .map((act) => act.what ?? "");

/** The questions about an irregular card: whether it was seen, then the remedy. @param {Act[]} acts */
export const remedies = (acts) => ({
  ways: acts.filter((act) => act.must),
  seen: acts.find((act) => act.do === "turn" && !act.must),
});

/** The places whose faces a turn wants, in their order. @param {Act | undefined} act @returns {string[]} */
export const wanted = (act) => act?.holes?.faces?.places ?? [];

/**
 * The seats that are paid, in order, each with its winning lines.
 * @param {import("./types.js").Settled | null} settled @returns {{seat: number, lines: Line[], done: boolean}[]}
 */
export function payouts(settled) {
  /** @type {Map<number, Line[]>} */
  const seats = new Map();
  for (const line of settled?.lines ?? [])
    if (line.verdict === "win") seats.set(line.seat, [...(seats.get(line.seat) ?? []), line]);
  return [...seats].map(([seat, lines]) => ({ seat, lines, done: settled?.paid.includes(seat) ?? false }));
}

/** The losing wagers that are collected. @param {import("./types.js").Settled | null} settled */
export const collected = (settled) =>
  (settled?.lines ?? [])
    .filter((line) => line.verdict !== "win" && line.verdict !== "push")
    .reduce((sum, line) => sum + line.stake, 0);

/** Faces as they are keyed or scanned, place by place; the last can be taken back until the turn is complete. */
export class Keyed {
  constructor() {
    /** @type {string[]} */
    this.faces = [];
    this.typed = "";
  }
  /** @param {string} card @param {string[]} places @returns {Record<string, string> | null} the whole turn, once it is there */
  key(card, places) {
    this.faces.push(card);
    if (this.faces.length < places.length) return null;
    const turn = Object.fromEntries(places.map((place, i) => [place, this.faces[i]]));
    this.faces = [];
    return turn;
  }
  back() {
    this.faces.pop();
  }
}
