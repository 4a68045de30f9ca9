/** Cards as the log writes them: rank and suit, "9s", "10h". Points and names, and nothing about how they look. */

export const SUITS = /** @type {const} */ (["s", "h", "c", "d"]);
export const RANKS = /** @type {const} */ (["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]);
export const SIGN = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", c: "♣", d: "♦" });

/** @param {string} card */
export const rank = (card) => card.slice(0, -1);
/** @param {string} card */
export const suit = (card) => card.slice(-1);
/** @param {string} card */
export const short = (card) => rank(card) + SIGN[suit(card)];

/** @param {string} card @returns {number} */
export function points(card) {
  const of = rank(card);
  return of === "A" ? 1 : Number(of) < 10 ? Number(of) : 0;
}

/** The number that goes into a proof: suit times thirteen, and rank. @param {string} card */
export const numbered = (card) => "cdhs".indexOf(suit(card)) * 13 + RANKS.indexOf(/** @type {any} */ (rank(card)));

/** @param {string} said "K♠", "ks", "td": what a keyboard or a scanner gives @returns {string | null} */
export function read(said) {
  const text = said.trim().replace(/[♠♥♣♦]/g, (sign) => "shcd"["♠♥♣♦".indexOf(sign)]);
  const found = /^(10|[2-9tajqk])([shcd])$/i.exec(text);
  if (!found) return null;
  return found[1].toUpperCase().replace("T", "10") + found[2].toLowerCase();
}

/**
 * The faces of a hand that lie open, in their order.
 * @param {Record<string, string | null>} places @param {"P" | "B"} side @returns {string[]}
 */
export const open = (places, side) =>
  [1, 2, 3]
    .map((number) => places[side + number])
    .filter((card) => typeof card === "string")
    .map(String);

/** The point count of a hand, or null while a card of it is missing or lies face down. @param {Record<string, string | null>} places @param {"P" | "B"} side */
export function count(places, side) {
  const faces = open(places, side),
    laid = [1, 2, 3].filter((number) => side + number in places).length;
  return faces.length < 2 || faces.length < laid ? null : faces.reduce((sum, card) => sum + points(card), 0) % 10;
}

/** The point count that stands while a third card of the hand still lies face down: that of the first two. @param {Record<string, string | null>} places @param {"P" | "B"} side */
export function standing(places, side) {
  const { [`${side}3`]: third, ...first } = places;
  return count(third === null ? first : places, side);
}
