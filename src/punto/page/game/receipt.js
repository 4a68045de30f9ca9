/**
 * A receipt: one coup as it was seen, with its digest in the link. When the link is opened, the page fetches the coup again
 * and compares the digest, so that a changed card, stake or payment is detected.
 */
import { digest } from "./fair.js";

const CARD = ["place", "card", "position", "salt"];
const RESULT = ["coup", "player", "banker", "winner"];
const LINE = ["seat", "wager", "category", "stake", "verdict", "paid", "vigorish", "marked", "coupon"];

/** @param {Record<string, any>} from @param {string[]} fields */
const some = (from, fields) =>
  Object.fromEntries(
    fields.filter((field) => from[field] !== undefined && from[field] !== 0).map((field) => [field, from[field]]),
  );

/**
 * What of a coup's events goes into its receipt: nothing that differs from one viewer to another.
 * @param {import("./types.js").Happened[]} events
 */
export const told = (events) =>
  events.flatMap((event) => {
    const kind = event.event.split("/")[0];
    if (kind === "card-turned") return [some(event, CARD)];
    if (kind === "coup-settled")
      return [
        { ...some(event, RESULT), lines: (event.lines ?? []).map((/** @type {any} */ line) => some(line, LINE)) },
      ];
    return kind === "house-money-settled" ? [some(event, ["seat", "category", "stake", "payout", "rides", "on"])] : [];
  });

/** @param {import("./types.js").Happened[]} events */
export const digested = async (events) => (await digest(JSON.stringify(told(events)))).slice(0, 32);
