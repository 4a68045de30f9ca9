/** The chips in front of a seat at each moment of a coup: stakes, then collections and payouts, seat by seat. */

/** @typedef {{stake: number, paid: number, waits: boolean, won: boolean, least?: number}} Lying */

/**
 * @param {import("./types.js").Picture} now @param {import("./types.js").Seat} seat @param {Record<string, number>} [want] what its player wants there, while bets are open
 * @returns {Record<string, Lying>}
 */
export function lies(now, seat, want) {
  if (now.settled) return afterwards(now.settled, seat.seat);
  /** @type {Record<string, Lying>} */
  const lying = {};
  for (const [wager, stake] of Object.entries(seat.stakes)) lying[wager] = { stake, paid: 0, waits: false, won: false };
  for (const [wager, stake] of Object.entries(want ?? {}))
    lying[wager] = { stake, paid: 0, waits: stake !== (seat.stakes[wager] ?? 0), won: false };
  if (want) for (const wager of Object.keys(lying)) if (!(wager in want)) delete lying[wager];
  return lying;
}

/** @param {import("./types.js").Settled} settled @param {number} seat @returns {Record<string, Lying>} */
function afterwards(settled, seat) {
  const paid = settled.paid.includes(seat);
  return Object.fromEntries(
    settled.lines
      .filter(
        (line) =>
          line.seat === seat &&
          line.stake > 0 &&
          !(line.verdict !== "win" && line.verdict !== "push" && settled.collected),
      )
      .map((line) => [
        line.wager,
        {
          stake: line.stake,
          paid: paid ? (line.paid ?? 0) - (line.vigorish ?? 0) : 0,
          waits: false,
          won: paid && line.verdict === "win",
        },
      ]),
  );
}

/** All that a seat has on the felt. @param {Record<string, Lying>} lying */
export const sum = (lying) => Object.values(lying).reduce((total, one) => total + one.stake + one.paid, 0);
