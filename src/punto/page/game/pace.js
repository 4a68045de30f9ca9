/** How long each event is shown: an automatic dealer decides many acts of a coup in one batch. */

const DEAL = 300,
  TURN = 420,
  CALL = 620,
  SETTLE = 1100,
  SEAT = 620,
  REST = 2800;

/** @type {Record<string, number>} */
const AFTER = {
  "card-dealt": DEAL,
  "card-turned": TURN,
  "coup-settled": SETTLE,
  "house-money-settled": SEAT,
  "award-paid": CALL,
  "coup-voided": SETTLE,
};
/** @type {Record<string, number>} */
const STEPS = {
  "no-more-bets": CALL,
  "collect-losing": SEAT,
  "pay-seat": SEAT,
  "announce-player": CALL,
  "announce-banker": CALL,
  "announce-counts": CALL,
  "announce-last-hand": SETTLE,
  instruct: CALL / 2,
};

/** Milliseconds before an event is shown: the result rests before the cards are cleared. @param {import("./types.js").Happened} event */
export const before = (event) => (event.event.startsWith("coup-ended/") ? REST : 0);

/** Milliseconds after it. @param {import("./types.js").Happened} event */
export function after(event) {
  const kind = event.event.split("/")[0];
  return kind === "step-performed" ? (STEPS[event.step] ?? 0) : (AFTER[kind] ?? 0);
}

export const HURRIED = 0.35; // share of the time once the next wagers are open: the display must not cost betting time
export const FAR_BEHIND = 60; // events: then there is no catching up by watching
