/**
 * How long each event of a coup is shown: the table's own times, which the server waits for as well.
 *
 * @typedef {import("./types.js").Happened} Happened
 * @typedef {Record<string, number>} Times milliseconds by the key of an event
 */
const THIRD = /^[PB]3$/;

/** The key of an event's time: its step or kind; a third card has times of its own. @param {Happened} event */
export function key(event) {
  const kind = event.event.split("/")[0];
  if (kind === "step-performed") return String(event.step);
  return kind.startsWith("card-") && THIRD.test(event.place) ? `third-${kind}` : kind;
}

/** @param {Times} times @param {Happened} event */
export const lasts = (times, event) => times[key(event)] ?? 0;

export const LATE = 2000; // milliseconds behind the table: then there is no catching up by watching
