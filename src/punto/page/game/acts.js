/** Queries of `expected`, the due acts that the server sends. This module knows no rules of the game. */

/** @typedef {import("./types.js").Act} Act */

/** The command that takes a payout or lets it ride, and the phase in which it is given: names of the protocol. */
export const RIDE = "house-money";

const UNSEEN = "As"; // any face: the keeper of a virtual shoe puts the true one in its place
const BETTING = new Set(["wager", "verbal", "withdraw", "free-hand"]);

/** The wagers that a seat may make now. @param {Act[]} acts @param {number | null} seat */
export const open = (acts, seat) =>
  new Set(acts.filter((act) => act.do === "wager" && act.seat === seat).map((act) => act.what ?? ""));

/** @param {Act[]} acts @param {string} what */
export const find = (acts, what) => acts.find((act) => act.do === what || act.what === what);

/** The seats that may be taken. @param {Act[]} acts */
export const free = (acts) => acts.filter((act) => act.do === "sit").map((act) => act.seat ?? 0);

/** A player's due acts other than wagers at this seat: a cut, a hand to turn, a choice. @param {Act[]} acts @param {number | null} seat */
export const asked = (acts, seat) =>
  seat === null
    ? []
    : acts.filter(
        (act) =>
          (act.by === "player" || act.by === "curator") &&
          !BETTING.has(act.do) &&
          act.do !== "sit" &&
          (act.seat === seat || (act.seat === undefined && act.by === "curator")),
      );

/** Which hand or card a seat is to turn, as places. @param {Act[]} acts @param {number | null} seat @returns {string[]} */
export function turning(acts, seat) {
  return asked(acts, seat).find((one) => one.holes?.faces)?.holes?.faces.places ?? [];
}

/**
 * The command that does an act: its known fields, and what fills its holes. Faces that are left out are the keeper's to supply.
 * @param {Act} act @param {Record<string, any>} [values] @returns {Record<string, any> & {do: string}}
 */
export function filled(act, values = {}) {
  const places = act.holes?.faces?.places ?? [],
    unseen = places.length ? { faces: Object.fromEntries(places.map((place) => [place, UNSEEN])) } : {};
  return { do: act.command ?? act.do, by: act.by, ...act.given, ...unseen, ...values };
}

/** The first thing that nothing goes on without. @param {Act[]} acts */
export const due = (acts) => acts.find((act) => act.must) ?? null;

/** A name for a command that is the same when it is sent again. */
export const ident = () => crypto.randomUUID();
