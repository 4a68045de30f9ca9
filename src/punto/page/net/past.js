/** Events that happened before: fetched backwards from a known one, so that the age of a table costs nothing. */
import { Proofs } from "../game/fair.js";
import { get, table } from "./api.js";

const PAGE = 1000,
  PAGES = 20; // of events; most shoes have fewer than five pages

/** @typedef {import("../game/types.js").Happened} Happened */

/**
 * The events up to a number, a page at a time, until there are enough of them.
 * @param {string} name @param {number} last @param {(events: Happened[]) => boolean} enough @param {number} [pages] @returns {Promise<Happened[]>}
 */
export async function before(name, last, enough, pages = PAGES) {
  /** @type {Happened[]} */
  let found = [];
  for (let upto = last, page = 0; upto > 0 && page < pages && !(page && enough(found)); page++) {
    const after = Math.max(0, upto - PAGE),
      { events } = await get(`${table(name)}/events`, { after, limit: upto - after });
    found = [
      ...events.filter((/** @type {any} */ one) => one.n <= upto).map((/** @type {any} */ one) => one.event),
      ...found,
    ];
    upto = after;
  }
  return found;
}

/** @param {Happened} event */
const commits = (event) => event.event.startsWith("shoe-committed/") && !event.coup;

/** The events of the shoe that is played, up to a number; of a continuous shoe the last ones. @param {string} name @param {number} last @param {boolean} continuous */
export async function ofShoe(name, last, continuous) {
  const events = await before(name, last, (found) => found.some(commits), continuous ? 1 : PAGES);
  return events.slice(Math.max(0, events.findLastIndex(commits)));
}

/**
 * The cards of one past coup with the lists that they are on; without cards where they were dealt from a physical shoe.
 * @param {string} name @param {number} shoe @param {number} first the number of its first event @param {Happened[]} events of the coup
 */
export async function provable(name, shoe, first, events) {
  /** @param {Happened[]} earlier */
  const seen = (earlier) => {
    const proofs = new Proofs();
    for (const event of [...earlier.filter((one) => one.event.startsWith("cards-listed/")), ...events])
      if (event.salt || event.shoe === shoe) proofs.see(event);
    return proofs;
  };
  const complete = (/** @type {Proofs} */ proofs) => proofs.turned.every((card) => proofs.listed(card));
  return complete(seen([])) ? seen([]) : seen(await before(name, first, (found) => complete(seen(found))));
}
