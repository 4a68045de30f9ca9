/** A seat at the desk: with a physical shoe the dealer enters its player's acts, as far as they are due. */
import { Draft } from "../game/draft.js";
import { dollars, marked } from "../game/money.js";
import { RIDE } from "../game/acts.js";
import { main, range, side } from "../game/rules.js";
import { areas, atSeat } from "../game/work.js";
import { chip } from "../draw/chip.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { actName, limits, wagerName } from "../i18n/names.js";
import { cited, t } from "../i18n/words.js";
import { rides } from "./deskwork.js";
import { added, adding, chips } from "./amount_input.js";

/** @typedef {import("../game/draft.js").Means} Means */

export class SeatSheet {
  beside = "seats";

  /** @param {import("./desk.js").Desk} desk @param {number} seat */
  constructor(desk, seat) {
    this.desk = desk;
    this.seat = seat;
    this.draft = new Draft();
    /** @type {Means} */
    this.means = "chips";
    this.chip = this.chips.findLast((cents) => cents <= range(desk.rules).least) ?? this.chips[0];
    this.money = 0;
    this.buying = false;
  }

  get of() {
    return this.desk.now.seats.find((one) => one.seat === this.seat);
  }
  get chips() {
    return chips(this.desk.rules.smallest, range(this.desk.rules).most);
  }
  /** @param {string} what */
  may(what) {
    return this.desk.expected.some((act) => act.do === what && act.seat === this.seat);
  }

  // ---------------------------------------------------------------- what is done

  /** @param {HTMLButtonElement} button */
  pressed(button) {
    const { chip: cents, area, less, means, add, does } = button.dataset;
    if (cents) this.chip = Number(cents);
    if (area) this.draft.lay(this.means, area, this.chip);
    if (less) this.less(less);
    if (means) this.means = /** @type {Means} */ (means);
    if (add) this.money = added(this.money, add);
    if (does) this.does(does);
  }

  /** Take chips up again: those that are not entered yet, or the wager that lies there. @param {string} wager */
  less(wager) {
    const { chips: laid, coupon, cash } = this.draft.on(wager);
    if (laid || coupon || cash) this.draft.remove(wager);
    else this.say({ do: "withdraw", wager });
  }

  /** @param {Record<string, any>} command */
  say(command) {
    return this.desk.do({ seat: this.seat, by: "player", ...command });
  }

  /** @param {string} does */
  async does(does) {
    if (does === "clear") this.draft.clear();
    if (does === "enter") await this.enter();
    if (does === "buying") this.buying = !this.buying;
    if (does === "sit" || does === "buy-in") await this.buy(does);
    if (does === "leave" && !(await this.say({ do: "leave" }))?.refused) this.desk.sheet = null;
    this.desk.render();
  }

  async enter() {
    for (const command of this.draft.commands(this.seat)) {
      const answer = await this.say(command);
      if (!answer || answer.refused) return;
    }
    this.draft.clear();
    this.means = "chips";
  }

  /** @param {string} does */
  async buy(does) {
    const answer = await this.say(
      does === "sit" ? { do: "sit", "buy-in": this.money } : { do: "buy-in", cents: this.money },
    );
    if (!answer || answer.refused) return;
    this.money = 0;
    this.buying = false;
  }

  // ---------------------------------------------------------------- what is shown

  markup() {
    const { of } = this,
      taken = Boolean(of?.taken);
    const who = html`<h2>
      <b>${t("seat.number", { seat: this.seat })}</b>
      ${of?.taken ? this.desk.called(of) || t("seat.taken") : t("seat.free")}
    </h2>`;
    const has = taken
      ? html`<p class="cap">
          ${of?.chips !== undefined ? t("seat.chips", { cents: dollars(of.chips) }) : ""}${of?.owes ? html` · ${t("seat.owes", { cents: dollars(marked(of.owes)) })}` : ""}
        </p>`
      : "";
    return html`<section class="sheet">
      <header>
        ${who}${has}<span class="grow"></span
        ><button class="btn ghost" data-sheet="" aria-label="${t("close")}">${icon("clear")}</button>
      </header>
      ${taken ? this.taken() : this.free()}
    </section>`;
  }

  free() {
    if (!this.may("sit")) return html`<p class="note">${t("seat.no-sitting")}</p>`;
    return html`${adding(this.money, this.chips, t("seat.buy-in"))}
      <div class="sheetacts">
        <button class="btn primary huge" data-does="sit" ${this.money ? "" : html`disabled`}>
          ${t("seat.sit-with", { cents: dollars(this.money) })}
        </button>
      </div>`;
  }

  taken() {
    const acts = atSeat(this.desk.expected, this.seat, this.desk.now.curator),
      index = (/** @type {any} */ act) => this.desk.expected.indexOf(act);
    const asked = acts
      .filter((act) => act.do !== RIDE)
      .map(
        (act) =>
          html`<button class="btn" data-act="${index(act)}">
            ${actName(act)} <span class="sec">${cited(act.section)}</span>
          </button>`,
      );
    const money = acts.find((act) => act.do === RIDE && act.by === "player");
    const buying = this.buying
      ? html`${adding(this.money, this.chips, t("seat.buy-more"))}
          <div class="sheetacts">
            <button class="btn primary huge" data-does="buy-in" ${this.money ? "" : html`disabled`}>
              ${t("seat.buy", { cents: dollars(this.money) })}
            </button>
          </div>`
      : "";
    return html`${this.buying ? buying : this.wagers()}${money ? rides(this.desk, money) : ""}
      <div class="sheetacts">
        ${this.buying ? "" : this.entering()}${asked}<button
          class="btn"
          data-does="buying"
          aria-expanded="${this.buying ? "true" : "false"}"
        >
          ${t("seat.buy-more")}</button
        ><span class="grow"></span><button class="btn danger" data-does="leave">${icon("leave")}${t("leave")}</button>
      </div>`;
  }

  entering() {
    const off = this.draft.empty ? html`disabled` : "";
    return html`<button class="btn primary" data-does="enter" ${off}>${t("seat.enter")}</button
      ><button class="btn" data-does="clear" ${off}>${t("clear")}</button>`;
  }

  wagers() {
    const { rules, expected } = this.desk,
      open = areas(expected, this.seat, "chips"),
      withdrawn = expected.filter((act) => act.do === "withdraw" && act.seat === this.seat).map((act) => act.what);
    if (!open.length && !withdrawn.length) return html`<p class="note">${t("seat.closed")}</p>`;
    const means = /** @type {Means[]} */ ([
      "chips",
      ...(rules.matchPlay ? ["coupon"] : []),
      ...(areas(expected, this.seat, "cash").length ? ["cash"] : []),
    ]);
    const how =
      means.length > 1
        ? html`<div class="seg big" role="group" aria-label="${t("means")}">
            ${means.map((one) => html`<button data-means="${one}" aria-pressed="${one === this.means ? "true" : "false"}">${t(`means.${one}`)}</button>`)}
          </div>`
        : "";
    const picker = html`<div class="picker" role="group" aria-label="${t("picker")}">
      ${this.chips.map((cents) => html`<button data-chip="${cents}" aria-pressed="${cents === this.chip ? "true" : "false"}" aria-label="${dollars(cents)}">${chip(cents, 58)}</button>`)}
    </div>`;
    return html`<div class="sheetrow">${picker}${how}</div>
      <div class="deskareas">
        ${[...main(rules).reverse(), ...side(rules)].map((wager) => this.area(wager, open))}
      </div>`;
  }

  /** @param {import("../game/types.js").Wager} wager @param {string[]} open */
  area(wager, open) {
    const { of } = this,
      needed = wager.needs.some((other) => this.draft.on(other).chips),
      may = open.includes(wager.key) || needed,
      laid = this.draft.on(wager.key),
      lies = of?.stakes[wager.key] ?? 0,
      coupon = of?.coupons?.[wager.key] ?? 0;
    const said = [
      ...(lies ? [dollars(lies)] : []),
      ...(coupon ? [t("means.of-coupon", { cents: dollars(coupon) })] : []),
    ].join(" ");
    const more = [
      ...(laid.chips ? [`+ ${dollars(laid.chips)}`] : []),
      ...(laid.coupon ? [t("means.of-coupon", { cents: dollars(laid.coupon) })] : []),
      ...(laid.cash ? [t("means.of-cash", { cents: dollars(laid.cash) })] : []),
    ].join(" ");
    return html`<div class="deskarea ${lies ? "on" : ""}">
      <button data-area="${wager.key}" ${may ? "" : html`disabled`}>
        <b>${wagerName(wager.key)}</b><span>${limits(wager)}</span
        ><span class="lies">${said} <i>${more}</i></span></button
      >${lies || more ? html`<button class="btn ghost" data-less="${wager.key}" aria-label="${t("seat.take-back", { wager: wagerName(wager.key) })}">${icon("undo", 16)}</button>` : ""}
    </div>`;
  }
}
