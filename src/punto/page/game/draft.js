/**
 * What a dealer enters for a seat, before it is sent: chips on areas, a match play coupon beside them, or one wager that is
 * called with cash. Nothing is judged here; the table answers.
 *
 * @typedef {"chips" | "coupon" | "cash"} Means
 * @typedef {Record<string, number>} Amounts
 */

export class Draft {
  /** @type {Amounts} */
  chips = {};
  /** @type {Amounts} */
  coupons = {};
  /** @type {{wager: string, cents: number} | null} */
  called = null;

  clear() {
    this.chips = {};
    this.coupons = {};
    this.called = null;
  }

  /** @param {Means} means @param {string} wager @param {number} cents */
  lay(means, wager, cents) {
    if (means === "chips") this.chips[wager] = (this.chips[wager] ?? 0) + cents;
    if (means === "coupon") this.coupons[wager] = (this.coupons[wager] ?? 0) + cents;
    if (means === "cash")
      this.called = { wager, cents: (this.called?.wager === wager ? this.called.cents : 0) + cents };
  }

  /** @param {string} wager */
  remove(wager) {
    delete this.chips[wager];
    delete this.coupons[wager];
    if (this.called?.wager === wager) this.called = null;
  }

  get empty() {
    return !Object.keys({ ...this.chips, ...this.coupons }).length && !this.called;
  }

  /** The draft stakes of an area, by means. @param {string} wager */
  on(wager) {
    return {
      chips: this.chips[wager] ?? 0,
      coupon: this.coupons[wager] ?? 0,
      cash: this.called?.wager === wager ? this.called.cents : 0,
    };
  }

  /** The commands to send: plain chips in one, each coupon with its chips, and verbal wagers. @param {number} seat @returns {Record<string, any>[]} */
  commands(seat) {
    const plain = Object.fromEntries(Object.entries(this.chips).filter(([wager]) => !this.coupons[wager]));
    const matched = Object.entries(this.coupons).map(([wager, coupon]) => ({
      do: "wager",
      seat,
      wager,
      cents: this.chips[wager] ?? 0,
      coupon,
    }));
    return [
      ...(Object.keys(plain).length ? [{ do: "wagers", seat, stakes: plain }] : []),
      ...matched,
      ...(this.called ? [{ do: "verbal", seat, ...this.called }] : []),
    ];
  }
}
