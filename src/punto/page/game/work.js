/**
 * A dealer's work, read off `expected`: the one thing that is due, what may be done besides, and what may have gone wrong.
 * Lines are paid in the order of the settlement, seat by seat.
 *
 * @typedef {import("./types.js").Act} Act @typedef {import("./types.js").Line} Line
 */
const WRONG = new Set(["error", "error-third", "face-up", "face-up-third", "seen"]);
const HELP = new Set(["confirm", "collect-vigorish"]);

/** What the dealer has to do now; of several ways the first. @param {Act[]} acts */
export const due = (acts) => acts.filter((act) => act.must && act.by !== "player" && act.by !== "curator");

/** What somebody else has to do first. @param {Act[]} acts */
export const waiting = (acts) => acts.filter((act) => act.must && (act.by === "player" || act.by === "curator"));

/** What may have gone wrong with a card. @param {Act[]} acts */
export const troubles = (acts) => acts.filter((act) => WRONG.has(act.what ?? "") && !act.must);

/** What may be done though nothing waits for it. @param {Act[]} acts */
export const besides = (acts) => acts.filter((act) => !act.must && act.by !== "player" && (HELP.has(act.do) || (act.do === "perform" && !WRONG.has(act.what ?? ""))));

/** The places whose faces a turn wants, in their order. @param {Act | undefined} act @returns {string[]} */
export const wanted = (act) => (act?.do === "turn" ? (act.what ?? "").split(" ").filter(Boolean) : []);

/**
 * The seats that are paid, in order, each with its winning lines.
 * @param {import("./types.js").Settled | null} settled @returns {{seat: number, lines: Line[], done: boolean}[]}
 */
export function payouts(settled) {
  /** @type {Map<number, Line[]>} */
  const seats = new Map();
  for (const line of settled?.lines ?? []) if (line.verdict === "win") seats.set(line.seat, [...(seats.get(line.seat) ?? []), line]);
  return [...seats].map(([seat, lines]) => ({ seat, lines, done: settled?.paid.includes(seat) ?? false }));
}

/** What was lost and is collected. @param {import("./types.js").Settled | null} settled */
export const collected = (settled) => (settled?.lines ?? []).filter((line) => line.verdict !== "win" && line.verdict !== "push").reduce((sum, line) => sum + line.stake, 0);

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
  back() { this.faces.pop(); }
}
