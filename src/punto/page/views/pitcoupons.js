/** Coupons, in the pit: match play coupons issued to players, countersigned by a second person, cancelled. */
import { ident } from "../game/acts.js";
import { dollars } from "../game/money.js";
import { get } from "../net/api.js";
import { html } from "../draw/markup.js";
import { personName, until } from "../i18n/names.js";
import { t } from "../i18n/words.js";

/** @typedef {{number: number, holder: string, cents: number, expires: number, "issued-by": string, at: number, why: string, status: string, "countersigned-by": string, table: string}} Coupon */

const EMPTY = { holder: "", face: "", days: "30", cause: "" };

export class Coupons {
  /** @type {{now: number, alone: number, coupons: Coupon[], names: Record<string, string>} | null} */
  book = null;
  /** @type {Record<string, string>} */
  form = { ...EMPTY };
  id = ident(); // of the form: sent twice, it issues one coupon

  /** @param {import("./pit.js").PitRoom} room */
  constructor(room) {
    this.room = room;
  }

  async look() {
    this.book = await get("pit/coupons").catch(() => this.book);
  }

  /** @param {HTMLInputElement} input */
  written(input) {
    if (input.name in this.form) this.form[input.name] = input.value;
  }

  /** @param {HTMLButtonElement} button */
  async pressed(button) {
    const { issue, countersign, cancel } = button.dataset;
    if (issue) await this.issue();
    if (countersign) await this.room.order(`coupons/${countersign}/countersign`, {});
    if (cancel) await this.room.order(`coupons/${cancel}/cancel`, { why: this.form.cause.trim() || t("pit.by-floor") });
  }

  async issue() {
    const { holder, face, days, cause } = this.form,
      cents = Math.round(Number(face) * 100);
    if (!holder.trim() || !(cents > 0)) return;
    const answer = await this.room.order("coupons", {
      player: holder.trim(),
      cents,
      days: Math.round(Number(days)),
      why: cause.trim() || t("pit.by-floor"),
      id: this.id,
    });
    if (answer.refused) return;
    this.form = { ...EMPTY };
    this.id = ident();
    this.room.render();
  }

  /** @param {string} who */
  named(who) {
    return this.book?.names[who] ?? personName(who);
  }

  markup() {
    const { book } = this;
    if (!book) return "";
    const list = book.coupons.length
      ? html`<ul class="proposals">
          ${book.coupons.map((one) => this.row(one))}
        </ul>`
      : html`<p class="none">${t("coupons.none")}</p>`;
    return html`<section class="panel people coupons">
      <h2>${t("coupons")}</h2>
      <p class="note">${t("coupons.why", { cents: dollars(book.alone) })}</p>
      ${this.room.floor ? this.fields() : ""}${list}
    </section>`;
  }

  fields() {
    const input = (/** @type {string} */ name, /** @type {string} */ mode) =>
      html`<label
        >${t(`coupons.${name}`)}<input
          name="${name}"
          inputmode="${mode}"
          value="${this.form[name]}"
          autocomplete="off"
          maxlength="120"
      /></label>`;
    return html`<div class="fields">
        ${input("holder", "text")}${input("face", "decimal")}${input("days", "numeric")}${input("cause", "text")}
      </div>
      <div class="sheetacts"><button class="btn primary" data-issue="yes">${t("coupons.issue")}</button></div>`;
  }

  /** @param {Coupon} one */
  row(one) {
    const said = html`<p>
      <b>${t("coupons.one", { number: one.number, cents: dollars(one.cents), holder: this.named(one.holder) })}</b
      ><br /><span class="sec"
        >${t("coupons.more", { why: one.why, who: this.named(one["issued-by"]), until: until(one.expires) })}</span
      >
    </p>`;
    const pending = one.status === "pending",
      own = [one["issued-by"], one.holder].includes(this.room.me.who);
    const sign = pending
      ? html`<button class="btn primary" data-countersign="${one.number}" ${own ? html`disabled` : ""}>
          ${t("coupons.countersign")}
        </button>`
      : "";
    const cancel =
      pending || one.status === "ready"
        ? html`<button class="btn" data-cancel="${one.number}">${t("coupons.cancel")}</button>`
        : "";
    return html`<li>
      ${said}<span class="tag">${t(`coupons.${one.status}`, { table: one.table })}</span
      >${this.room.floor ? [sign, cancel] : ""}
    </li>`;
  }
}
