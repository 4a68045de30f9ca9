/** Chips placed and removed: shown immediately, and sent after a short pause. */
import { total } from "../game/slip.js";
import { t } from "../i18n/words.js";

const SENDING = 350; // chips laid in one go are one command

export class Bets {
  #sending = 0;
  #busy = false;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Whether chips may go there: it is expected, or will be with what lies in the slip and is sent first. @param {string} wager */
  mayLay(wager) {
    const needs = this.table.rules.wagers.find((one) => one.key === wager)?.needs ?? [];
    return (
      this.table.betting && (this.table.openWagers.has(wager) || needs.some((other) => other in this.table.slip.want))
    );
  }

  /** @param {string} wager @param {number} [cents] */
  lay(wager, cents = this.table.chip) {
    if (!this.mayLay(wager))
      return this.table.betting
        ? this.table.notices?.refused({ reason: "needs-another-wager", section: "", words: "", detail: {} })
        : undefined;
    const limit = this.table.limits[wager],
      already = this.table.slip.want[wager] ?? 0,
      fixed = limit && limit.least === limit.most;
    if (fixed && already) return this.unlay(wager);
    const more = fixed ? limit.least : cents,
      spare = (this.table.own?.chips ?? 0) + total(this.table.own?.stakes ?? {}) - total(this.table.slip.want);
    if (limit?.most && already + more > limit.most)
      return this.table.notices?.refused({
        reason: "above-maximum",
        section: "",
        words: "",
        detail: { maximum: limit.most, wager },
      });
    if (more > spare)
      return this.table.notices?.refused({ reason: "not-enough-chips", section: "", words: "", detail: {} });
    this.table.slip.lay(wager, more);
    return this.wanted();
  }

  /** @param {string} wager */
  unlay(wager) {
    this.table.slip.remove(wager);
    this.wanted();
  }

  /** @param {"undo" | "clear" | "repeat" | "double"} how */
  change(how) {
    this.table.slip[how](this.table.limits);
    this.wanted();
  }

  /** Wanted stakes changed: show them immediately, and send them after a short pause. */
  wanted() {
    this.table.render();
    clearTimeout(this.#sending);
    this.#sending = window.setTimeout(() => this.send(), SENDING);
  }

  async send() {
    if (this.#busy) return;
    this.#busy = true;
    const needs = (/** @type {string} */ wager) =>
      this.table.rules.wagers.find((one) => one.key === wager)?.needs ?? [];
    const next = () => this.table.slip.next(this.table.own?.stakes ?? {}, this.table.limits, needs);
    for (let wish = next(); wish && this.table.betting; wish = next()) {
      const before = this.table.now.version,
        answer = await this.table.do({ ...wish, seat: this.table.you.seat });
      if (!answer || answer.refused) {
        this.table.slip.settle(this.table.own?.stakes ?? {});
        break;
      }
      await this.reached(Math.max(before, answer.n + answer.events - 1));
    }
    this.#busy = false;
    this.table.render();
  }

  /** Wait until the events up to a number are shown. @param {number} version */
  async reached(version) {
    for (let tries = 0; this.table.now.version < version && tries < 100; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Bets are closed: what was not sent goes back to the player's hand. @param {import("../game/types.js").Picture} before */
  closed(before) {
    const seat = before.seats.find((one) => one.seat === this.table.you.seat);
    /** @type {Record<string, number>} */
    const own = {
      ...seat?.stakes,
      ...(seat?.lit ? { [before.metered]: this.table.limits[before.metered]?.least ?? 0 } : {}),
    }; // that stake is with the meter already
    if (Object.entries(this.table.slip.want).some(([wager, cents]) => cents > (own[wager] ?? 0)))
      this.table.notices?.say("returned", t("notice.chips-back"), t("notice.chips-back.why"));
    this.table.timer = { ...this.table.timer, closes: null };
    this.table.slip.begin(own);
    this.table.slip.settle(seat?.stakes ?? {});
  }

  /** A wager that was not laid from the slip, with a coupon or called with cash, is wanted there too. @param {string} kind @param {import("../game/types.js").Happened} event */
  besides(kind, event) {
    if (kind === "verbal-ended") this.table.confirmed = Boolean(event.confirmed);
    if (kind !== "wager-made" || !(event.coupon || this.table.confirmed)) return;
    this.table.slip.came(event.wager, this.table.own?.stakes[event.wager] ?? 0);
    this.table.confirmed = false;
  }
}
