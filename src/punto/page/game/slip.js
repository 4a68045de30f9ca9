/**
 * What a player wants on the felt, and the next command that brings it there.
 *
 * Chips are laid down one by one, but a wager is refused below its minimum, and a stake can only be taken back whole.
 * So the slip holds what is wanted, and `next` compares it with what lies there: it asks for one command at a time
 * until both are alike. What is wanted and still below the minimum waits in the player's hand.
 *
 * @typedef {Record<string, number>} Stakes
 * @typedef {{least: number, most: number}} Limit
 * @typedef {{do: "wagers", stakes: Stakes} | {do: "withdraw", wager: string}} Wish
 */

/** @param {Stakes} stakes */
export const total = (stakes) => Object.values(stakes).reduce((sum, cents) => sum + cents, 0);

export class Slip {
  constructor() {
    /** @type {Stakes} */
    this.want = {};
    /** @type {Stakes} */
    this.last = {};
    /** @type {[string, number][]} */
    this.laid = [];
  }

  /** Take what lies on the felt for what is wanted: after a reload, a refusal, or the close. @param {Stakes} stakes */
  settle(stakes) {
    this.want = { ...stakes };
    this.laid = [];
  }

  /**
   * The table was looked at again: what is wanted and not yet there stays wanted while bets of the same coup are open.
   * @param {Stakes} before @param {Stakes} after what lay there, and what lies there @param {boolean} open
   */
  renew(before, after, open) {
    const wagers = [...Object.keys(before), ...Object.keys(this.want)];
    if (!open || wagers.every((wager) => this.want[wager] === before[wager])) this.settle(after);
  }

  /** The coup begins: what was staked in the last one can be repeated. @param {Stakes} staked */
  begin(staked) {
    if (total(staked)) this.last = { ...staked };
    this.settle({});
  }

  /** @param {string} wager @param {number} cents */
  lay(wager, cents) {
    this.laid.push([wager, cents]);
    this.want[wager] = (this.want[wager] ?? 0) + cents;
  }

  undo() {
    const [wager, cents] = this.laid.pop() ?? this.#topmost();
    if (wager) this.#less(wager, cents);
  }

  /** Without a memory of single chips the stake laid last goes back whole. @returns {[string, number]} */
  #topmost() {
    const wager = Object.keys(this.want).at(-1);
    return wager ? [wager, this.want[wager]] : ["", 0];
  }

  /** @param {string} wager @param {number} cents */
  #less(wager, cents) {
    this.want[wager] -= cents;
    if (this.want[wager] <= 0) delete this.want[wager];
  }

  clear() {
    this.settle({});
  }

  /** @param {string} wager */
  remove(wager) {
    delete this.want[wager];
    this.laid = this.laid.filter(([of]) => of !== wager);
  }

  repeat() {
    this.settle({ ...this.last });
  }

  double() {
    this.settle(Object.fromEntries(Object.entries(this.want).map(([wager, cents]) => [wager, 2 * cents])));
  }

  /** What is wanted and cannot be sent yet. @param {Stakes} have @param {Record<string, Limit>} limits @returns {Stakes} */
  waiting(have, limits) {
    return Object.fromEntries(Object.entries(this.want).filter(([wager, cents]) => cents !== (have[wager] ?? 0) && cents < (limits[wager]?.least ?? 0)));
  }

  /**
   * The next command that is needed, or null where all is as wanted.
   * @param {Stakes} have what lies on the felt @param {Record<string, Limit>} limits @returns {Wish | null}
   */
  next(have, limits) {
    const less = Object.keys(have).find((wager) => (this.want[wager] ?? 0) < have[wager]);
    if (less) return { do: "withdraw", wager: less };
    /** @type {Stakes} */
    const stakes = {};
    for (const [wager, cents] of Object.entries(this.want)) {
      const more = cents - (have[wager] ?? 0);
      if (more > 0 && cents >= (limits[wager]?.least ?? 0)) stakes[wager] = more;
    }
    return total(stakes) ? { do: "wagers", stakes } : null;
  }
}
