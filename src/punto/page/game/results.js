/**
 * What a coup came to for each seat, from its events: the same function as `punto.views.results`, which explains it.
 * All amounts are whole cents; vigorish that is marked is in thousandths of a cent.
 *
 * @typedef {{wager: string, category: string, stake: number, returned: number, paid: number, vigorish: number, marked: number, rides: number, section: string, gain: number}} WagerResult
 * @typedef {{seat: number, staked: number, returned: number, paid: number, vigorish: number, awards: number, corrected: number, net: number, marked: number, collected: number, wagers: WagerResult[]}} SeatResult
 * @typedef {import("./types.js").Happened} Happened
 */

/** @param {Omit<WagerResult, "gain">} of @returns {WagerResult} */
const gained = (of) => ({ ...of, gain: of.returned + of.paid - of.vigorish - of.stake });

/** A wager that was settled before the third card. @param {string} wager @param {Happened} event */
const early = (wager, event) =>
  gained({
    wager,
    category: event.category,
    stake: event.stake,
    returned: event.payout ? event.stake : 0,
    paid: event.payout,
    vigorish: 0,
    marked: 0,
    rides: event.rides ?? 0,
    section: event.section ?? "",
  });

/** A stake that a meter is paid for is never returned. @param {boolean} kept whether the stake is kept with a win @param {import("./types.js").Line} line */
const settled = (kept, line) =>
  gained({
    wager: line.wager,
    category: line.category,
    stake: line.stake,
    returned: (line.verdict ?? "lose") === "lose" || kept ? 0 : line.stake,
    paid: line.paid ?? 0,
    vigorish: line.vigorish ?? 0,
    marked: line.marked ?? 0,
    rides: 0,
    section: line.section ?? "",
  });

/** The server's result of a seat; it omits zeros. @param {any} given @returns {SeatResult} */
export const told = (given) => ({
  staked: 0,
  returned: 0,
  paid: 0,
  vigorish: 0,
  awards: 0,
  corrected: 0,
  net: 0,
  marked: 0,
  collected: 0,
  ...given,
  wagers: (given.wagers ?? []).map((/** @type {any} */ one) =>
    gained({ returned: 0, paid: 0, vigorish: 0, marked: 0, rides: 0, section: "", ...one }),
  ),
});

/** @param {number} seat @param {WagerResult[]} wagers @param {{awards: number, corrected: number, collected: number}} besides @returns {SeatResult} */
function seatResult(seat, wagers, besides) {
  const sum = (/** @type {(one: WagerResult) => number} */ of) => wagers.reduce((total, one) => total + of(one), 0);
  return {
    seat,
    staked: sum((one) => one.stake - one.rides),
    returned: sum((one) => one.returned),
    paid: sum((one) => one.paid),
    vigorish: sum((one) => one.vigorish),
    ...besides,
    net: sum((one) => one.gain) + besides.awards + besides.corrected,
    marked: sum((one) => one.marked),
    wagers,
  };
}

/** The coup in play, and those of its shoe that have ended. */
export class Results {
  /** @param {() => import("./types.js").Wager[]} wagers those of the table */
  constructor(wagers) {
    this.wagers = wagers;
    /** @type {{coup: number, seats: Map<number, SeatResult>}[]} settled coups, in their order */
    this.past = [];
    this.#begin();
  }

  /** @type {Happened[]} */
  #early = [];
  /** @type {import("./types.js").Line[]} */
  #lines = [];
  /** @type {Record<"awards" | "corrected" | "collected", Map<number, number>>} */
  #besides = { awards: new Map(), corrected: new Map(), collected: new Map() };
  #settled = false;

  #begin() {
    this.#early = [];
    this.#lines = [];
    this.#besides = { awards: new Map(), corrected: new Map(), collected: new Map() };
    this.#settled = false;
  }

  /** @param {Happened} event */
  add(event) {
    const kind = event.event.split("/")[0],
      more = /** @type {const} */ ({
        "award-paid": "awards",
        "payment-corrected": "corrected",
        "vigorish-collected": "collected",
      })[kind];
    if (more) this.#besides[more].set(event.seat, (this.#besides[more].get(event.seat) ?? 0) + event.cents);
    if (kind === "house-money-settled") this.#early.push(event);
    if (kind === "coup-settled") {
      this.#lines = event.lines ?? [];
      this.#settled = true;
    }
    if (kind === "settlement-reversed") this.#reverse(Boolean(event["house-money"]));
    if (kind === "wagers-returned" || kind === "coup-voided") this.#reverse(true);
    if (kind === "coup-ended" || kind === "coup-voided") this.#end(event.coup);
    if (kind === "player-seated" || kind === "player-left") for (const { seats } of this.past) seats.delete(event.seat); // another player's
    if (kind === "shoe-ended") this.past = [];
  }

  /** @param {boolean} early what was settled before the third card, too */
  #reverse(early) {
    this.#lines = [];
    this.#settled = false;
    this.#besides.awards.clear();
    if (early) this.#early = [];
  }

  /** @param {number} coup */
  #end(coup) {
    this.last = { coup, seats: this.seats() };
    if (this.#settled) this.past = [...this.past, this.last];
    this.#begin();
  }

  /** @type {{coup: number, seats: Map<number, SeatResult>} | null} the coup that ended last */
  last = null;

  /** The results of the coup in play, as far as it has come. @returns {Map<number, SeatResult>} */
  seats() {
    /** @type {Map<number, WagerResult[]>} */
    const wagers = new Map(),
      offered = this.wagers(),
      rides = offered.find((one) => one.rides)?.key ?? "",
      kept = (/** @type {string} */ key) => offered.some((one) => one.key === key && one.forOne);
    for (const [seat, one] of [
      ...this.#early.map((event) => /** @type {const} */ ([event.seat, early(rides, event)])),
      ...this.#lines.map((line) => /** @type {const} */ ([line.seat, settled(kept(line.wager), line)])),
    ])
      wagers.set(seat, [...(wagers.get(seat) ?? []), one]);
    const { awards, corrected, collected } = this.#besides,
      seats = [...new Set([...wagers.keys(), ...awards.keys(), ...corrected.keys(), ...collected.keys()])].sort(
        (a, b) => a - b,
      );
    return new Map(
      seats.map((seat) => [
        seat,
        seatResult(seat, wagers.get(seat) ?? [], {
          awards: awards.get(seat) ?? 0,
          corrected: corrected.get(seat) ?? 0,
          collected: collected.get(seat) ?? 0,
        }),
      ]),
    );
  }
}

/** The cents that an event moved to or from a seat and its stakes, without buy-ins and cash-outs. @param {Happened} event @param {number | null} seat */
export function moved(event, seat) {
  const own = (/** @type {string} */ account) => account === `seat/${seat}` || account.startsWith(`felt/${seat}/`);
  return (event.postings ?? [])
    .filter(([, , , memo]) => !(memo ?? "").startsWith("chips"))
    .reduce((sum, [from, to, cents]) => sum + (Number(own(to)) - Number(own(from))) * cents, 0);
}
