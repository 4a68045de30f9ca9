/**
 * What is heard at a table: cards, chips, and the close of bets. Who wins makes no sound, and neither does who loses.
 *
 * @param {import("./types.js").Happened} event @param {number | null} seat one's own @returns {"card" | "chip" | "knock" | null}
 */
export function sound(event, seat) {
  const kind = event.event.split("/")[0];
  if (kind === "card-dealt" || kind === "card-turned") return "card";
  if (kind === "wager-made") return seat !== null && event.seat === seat ? "chip" : null;
  return event.step === "no-more-bets" ? "knock" : null;
}
