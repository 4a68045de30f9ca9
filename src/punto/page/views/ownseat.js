/** One's own seat: chips bought, a wager with one's own match play coupon or called with cash, and the limits that one sets oneself. */
import { areas } from "../game/work.js";
import { dollars } from "../game/money.js";
import { metered, range } from "../game/rules.js";
import { get, post } from "../net/api.js";
import { html } from "../draw/markup.js";
import { until as moment, wagerName } from "../i18n/names.js";
import { t } from "../i18n/words.js";
import { added, adding, chips } from "./amount_input.js";

const LIMITS = /** @type {const} */ (["loss", "deposit", "time"]);
const PAUSES = /** @type {[string, number][]} */ ([
  ["hour", 3600_000],
  ["day", 86400_000],
  ["week", 7 * 86400_000],
  ["month", 30 * 86400_000],
]);

/** @typedef {"buy" | "coupon" | "cash"} Part */

export class OwnSeat {
  /** @type {Part} */
  part = "buy";
  cents = 0;
  number = 0; // of the coupon that is chosen
  wager = "";
  /** @type {Record<string, string>} */
  asked = {};

  /** @param {import("./table.js").Table} table @param {() => void} change */
  constructor(table, change) {
    this.table = table;
    this.change = change;
  }

  /** @type {Part[]} */
  get parts() {
    const { table } = this,
      seat = table.you.seat ?? 0;
    return [
      "buy",
      ...(table.rules.matchPlay ? /** @type {Part[]} */ (["coupon"]) : []),
      ...(areas(table.expected, seat, "cash").length ? /** @type {Part[]} */ (["cash"]) : []),
    ];
  }
  get open() {
    return areas(this.table.expected, this.table.you.seat ?? 0, this.part === "cash" ? "cash" : "chips").filter(
      (wager) => wager !== metered(this.table.rules)?.key || this.part === "cash",
    );
  }

  // ---------------------------------------------------------------- what is done

  /** @param {HTMLElement} button */
  pressed(button) {
    const { part, wager, add, does, limit, pause, coupon } = button.dataset;
    if (part) this.chosen(/** @type {Part} */ (part));
    if (coupon) this.chose(Number(coupon));
    if (wager) this.wager = wager;
    if (add) this.cents = added(this.cents, add);
    if (does) this.does();
    if (limit) this.hold(limit, (this.asked[limit] ?? "").trim());
    if (pause) this.ask("pause", { until: Date.now() + (this.table.live?.drift ?? 0) + Number(pause) });
    this.change();
  }

  /** @param {Part} part */
  chosen(part) {
    this.part = part;
    this.cents = this.number = 0;
    this.wager = "";
    if (part === "coupon") this.look();
  }

  /** A coupon needs at least as many chips beside it. @param {number} number */
  chose(number) {
    this.number = number;
    this.cents = Math.max(this.cents, this.face);
  }

  /** Coupons that were issued since the account was last sent. */
  async look() {
    const account = await get("account").catch(() => null);
    if (account) this.table.account = account;
    this.change();
  }

  get coupons() {
    return /** @type {{number: number, cents: number, expires: number}[]} */ (this.table.account?.coupons ?? []);
  }
  get face() {
    return this.coupons.find((one) => one.number === this.number)?.cents ?? 0;
  }

  /** @param {HTMLInputElement} input */
  written(input) {
    if (input.name) this.asked[input.name] = input.value;
  }

  async does() {
    const { table, cents, wager, face, number } = this,
      seat = table.you.seat;
    const answer = await table.do(
      {
        buy: { do: "buy-in", seat, cents },
        coupon: { do: "wager", seat, wager, cents, coupon: face, "coupon-number": number },
        cash: { do: "verbal", seat, wager, cents },
      }[this.part],
    );
    if (!answer || answer.refused) return;
    if (this.part === "buy") table.notices?.say("bought", t("own.bought", { cents: dollars(cents) }), "");
    if (this.part === "cash") table.notices?.say("called", t("own.called"), t("own.called.why"));
    this.cents = this.number = 0;
    this.wager = "";
    this.change();
  }

  /** @param {string} limit @param {string} said */
  hold(limit, said) {
    const amount = said === "" ? null : Math.round(Number(said) * (limit === "time" ? 1 : 100));
    if (amount === null || Number.isFinite(amount)) this.ask("limits", { limit, amount });
  }

  /** @param {string} what @param {any} body */
  async ask(what, body) {
    try {
      const { standing, ...rest } = await post(what, body);
      this.table.account = { ...rest, standing: this.table.account?.standing ?? standing };
      this.table.notices?.say("own", t("own.held"), t("own.held.why"));
    } catch (error) {
      this.table.notices?.say("refused", t("refused"), String(/** @type {any} */ (error).message));
    }
    this.change();
  }

  // ---------------------------------------------------------------- what is shown

  markup() {
    const { table } = this;
    return html`${table.you.seat === null ? html`<p class="note">${t("own.nobody")}</p>` : this.money()}${this.limits()}`;
  }

  money() {
    const { table, part, open } = this,
      of = chips(table.rules.smallest, range(table.rules).most),
      ready = this.cents > 0 && (part === "buy" || Boolean(this.wager)) && (part !== "coupon" || this.face > 0);
    const parts = html`<div class="seg big" role="group" aria-label="${t("own.what")}">
      ${this.parts.map((one) => html`<button data-part="${one}" aria-pressed="${one === part ? "true" : "false"}">${t(`own.${one}`)}</button>`)}
    </div>`;
    const wagers =
      part === "buy"
        ? ""
        : open.length
          ? html`<div class="seg big" role="group" aria-label="${t("law.wager")}">
              ${open.map((wager) => html`<button data-wager="${wager}" aria-pressed="${wager === this.wager ? "true" : "false"}">${wagerName(wager)}</button>`)}
            </div>`
          : html`<p class="none">${t("seat.closed")}</p>`;
    const coupon = part === "coupon" ? this.held() : "";
    const cash =
      table.account?.cents === null || table.account?.cents === undefined
        ? ""
        : html`<p class="note">${t("own.wallet", { cents: dollars(table.account.cents) })}</p>`;
    return html`<section>
      ${parts}
      <p class="note">${t(`own.${part}.why`)}</p>
      ${coupon}${wagers}${adding(this.cents, of, t(part === "buy" ? "seat.buy-more" : part === "cash" ? "own.in-cash" : "means.chips"), 46)}<button
        class="btn primary"
        data-does="${part}"
        ${ready ? "" : html`disabled`}
      >
        ${t(`own.${part}.do`, { cents: dollars(this.cents), wager: this.wager ? wagerName(this.wager) : "" })}</button
      >${cash}
    </section>`;
  }

  /** The coupons that can be laid now. */
  held() {
    const one = (/** @type {{number: number, cents: number, expires: number}} */ { number, cents, expires }) =>
      html`<button data-coupon="${number}" aria-pressed="${number === this.number ? "true" : "false"}">
        ${t("own.coupon.one", { number, cents: dollars(cents), until: moment(expires) })}
      </button>`;
    return this.coupons.length
      ? html`<div class="seg big" role="group" aria-label="${t("own.face")}">${this.coupons.map(one)}</div>`
      : html`<p class="none">${t("own.coupon.none")}</p>`;
  }

  limits() {
    const { account } = this.table,
      held = account?.limits ?? {},
      stands = account?.standing ?? {};
    const is = (/** @type {string} */ limit) =>
      held[limit] === undefined
        ? t("own.no-limit")
        : limit === "time"
          ? t("own.minutes", { minutes: held[limit] })
          : dollars(held[limit]);
    const so = (/** @type {string} */ limit) =>
      limit === "time"
        ? t("own.minutes", { minutes: stands.minutes ?? 0 })
        : dollars(limit === "loss" ? Math.max(0, -(stands.net ?? 0)) : (stands.brought ?? 0));
    const row = (/** @type {string} */ limit) =>
      html`<div class="ownlimit">
        <label
          >${t(`own.limit.${limit}`)}<input
            name="${limit}"
            inputmode="numeric"
            value="${this.asked[limit] ?? ""}"
            placeholder="${is(limit)}"
            autocomplete="off"
        /></label>
        <p class="note">${t("own.today", { so: so(limit), limit: is(limit) })}</p>
        <button class="btn" data-limit="${limit}">${t("own.set")}</button>
      </div>`;
    const paused = account?.paused
      ? html`<p class="badge">${t("own.paused", { until: moment(account.paused) })}</p>`
      : "";
    return html`<section>
        <h2>${t("own.limits")}</h2>
        <p class="note">${t("own.limits.why")}</p>
        ${LIMITS.map(row)}
      </section>
      <section>
        <h2>${t("own.pause")}</h2>
        <p class="note">${t("own.pause.why")}</p>
        ${paused}
        <div class="links">
          ${PAUSES.map(([name, time]) => html`<button class="btn" data-pause="${time}">${t(`own.pause.${name}`)}</button>`)}
        </div>
      </section>`;
  }
}
