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
    /** @type {Stakes[]} what was wanted before each act of this coup, the latest last */
    this.before = [];
  }

  /** Take what lies on the felt for what is wanted: after a reload, a refusal, or the close. @param {Stakes} stakes */
  settle(stakes) {
    this.want = { ...stakes };
    this.before = [];
  }

  /**
   * The table was looked at again: what is wanted and not yet there stays wanted while bets of the same coup are open.
   * @param {Stakes} before @param {Stakes} after what lay there, and what lies there @param {boolean} open
   */
  renew(before, after, open) {
    const wagers = [...Object.keys(before), ...Object.keys(this.want)];
    if (!open) this.settle(after);
    else if (wagers.every((wager) => this.want[wager] === before[wager])) this.want = { ...after };
  }

  /** The coup begins: what was staked in the last one can be repeated. @param {Stakes} staked */
  begin(staked) {
    if (total(staked)) this.last = { ...staked };
    this.settle({});
  }

  /** Want something else; what was wanted before can be wanted again. @param {Stakes} want */
  #change(want) {
    this.before.push(this.want);
    this.want = want;
  }

  /** @param {string} wager @param {number} cents */
  lay(wager, cents) {
    this.#change({ ...this.want, [wager]: (this.want[wager] ?? 0) + cents });
  }

  /** Take back the last act, whatever it was. */
  undo() {
    this.want = this.before.pop() ?? this.want;
  }

  clear() {
    this.#change({});
  }

  /** @param {string} wager */
  remove(wager) {
    const { [wager]: _, ...rest } = this.want;
    this.#change(rest);
  }

  repeat() {
    this.#change({ ...this.last });
  }

  /** @param {Record<string, Limit>} [limits] twice as much is never above the maximum */
  double(limits = {}) {
    this.#change(
      Object.fromEntries(
        Object.entries(this.want).map(([wager, cents]) => [
          wager,
          Math.min(2 * cents, limits[wager]?.most || Infinity),
        ]),
      ),
    );
  }

  /** A wager came to the felt by other means than the slip: no act of the slip takes it back. @param {string} wager @param {number} stake */
  came(wager, stake) {
    for (const want of [this.want, ...this.before]) want[wager] = stake;
  }

  /** Wanted stakes that cannot be sent yet. @param {Stakes} have @param {Record<string, Limit>} limits @returns {Stakes} */
  waiting(have, limits) {
    return Object.fromEntries(
      Object.entries(this.want).filter(
        ([wager, cents]) => cents !== (have[wager] ?? 0) && cents < (limits[wager]?.least ?? 0),
      ),
    );
  }

  /**
   * The next command that is needed, or null where all is as wanted.
   * @param {Stakes} have what lies on the felt @param {Record<string, Limit>} limits
   * @param {(wager: string) => string[]} [needs] the wagers of which it takes one @returns {Wish | null}
   */
  next(have, limits, needs = () => []) {
    const less = Object.keys(have).findLast((wager) => (this.want[wager] ?? 0) < have[wager]);
    const rests =
      less &&
      Object.keys(have).find(
        (wager) =>
          wager !== less &&
          needs(wager).includes(less) &&
          !needs(wager).some((other) => other !== less && other in have),
      );
    if (less) return { do: "withdraw", wager: rests || less }; // what rests on it first; it is laid again afterwards
    /** @type {Stakes} */
    const stakes = {};
    for (const [wager, cents] of Object.entries(this.want)) {
      const more = cents - (have[wager] ?? 0);
      if (more > 0 && cents >= (limits[wager]?.least ?? 0)) stakes[wager] = more;
    }
    return total(stakes) ? { do: "wagers", stakes } : null;
  }
}
