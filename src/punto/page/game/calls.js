/**
 * What is called out at a table, as a key of the catalogue and what goes into it: the announcements, in any language.
 *
 * @typedef {{key: string, values: Record<string, string | number>, section: string, loud?: boolean}} Call
 */
import { count } from "./cards.js";
import { follow, picture } from "./picture.js";

/** @type {Record<string, string>} */
const WINNERS = { player: "call.player-wins", banker: "call.banker-wins", tie: "call.tie" };

/**
 * What an event says aloud, or null where it says nothing.
 * @param {import("./types.js").Picture} now after the event @param {import("./types.js").Happened} event @returns {Call | null}
 */
export function call(now, event) {
  const section = event.section ?? "",
    kind = event.event.split("/")[0];
  if (kind === "step-performed") return step(now, event, section);
  if (kind === "card-dealt") return third(event, section);
  if (kind === "card-turned")
    return /^[PB]3$/.test(event.place)
      ? {
          key: event.place[0] === "P" ? "call.player-three" : "call.banker-three",
          values: { count: count(now.places, event.place[0]) ?? 0 },
          section,
        }
      : null;
  if (kind === "coup-settled") {
    const [high, low] = [Math.max(event.player, event.banker), Math.min(event.player, event.banker)];
    return { key: WINNERS[event.winner] ?? "call.tie", values: { high, low }, section };
  }
  const plain = PLAIN[kind];
  return plain ? { key: plain, values: { seat: event.seat ?? 0, cents: event.cents ?? 0 }, section } : null;
}

/** @type {Record<string, string>} */
const PLAIN = {
  "free-hand-asked": "call.free-hand",
  "coup-voided": "call.void",
  "shoe-ended": "call.shoe-over",
  "award-paid": "call.award",
  "shoe-committed": "call.committed",
  "cards-listed": "call.listed",
  "seed-revealed": "call.revealed",
  "wagers-returned": "call.returned",
  "card-corrected": "call.corrected",
  "payment-corrected": "call.put-right",
};

/** @param {import("./types.js").Happened} event @param {string} section @returns {Call | null} */
const third = (event, section) =>
  event.place === "P3"
    ? { key: "call.player-draws", values: {}, section }
    : event.place === "B3"
      ? { key: "call.banker-draws", values: {}, section }
      : event.place === "B2"
        ? { key: "call.four", values: {}, section }
        : event.place.startsWith("error")
          ? { key: "call.error", values: {}, section }
          : null;

const LOUD = new Set(["no-more-bets", "announce-last-hand"]);
const SILENT = new Set([
  "announce-result",
  "clear-cards",
  "return-player",
  "return-banker",
  "open-player",
  "open-banker",
  "turn-hands",
]);

/** @param {import("./types.js").Picture} now @param {import("./types.js").Happened} event @param {string} section @returns {Call | null} */
function step(now, event, section) {
  if (SILENT.has(event.step)) return null;
  const player = count(now.places, "P") ?? 0,
    banker = count(now.places, "B") ?? 0;
  return {
    key: `step.${event.step}`,
    values: { seat: event.seat ?? 0, cards: event.cards ?? 0, player, banker },
    section,
    loud: LOUD.has(event.step),
  };
}

/** The announcements that earlier events made, the latest first; they begin with a shoe or after a coup. @param {import("./types.js").Happened[]} events @param {number} most */
export function called(events, most) {
  const begins = events.findIndex((event) => /^(shoe-committed|coup-ended)\//.test(event.event));
  /** @type {Call[]} */
  const calls = [];
  let now = picture({});
  for (const event of begins < 0 ? [] : events.slice(begins)) {
    now = follow(now, event);
    const made = call(now, event);
    if (made) calls.push(made);
  }
  return calls.slice(-most).reverse();
}
