/** People, in the pit: cash into a wallet and out of it; a player is barred, or unbarred. */
import { ident } from "../game/acts.js";
import { SECOND } from "../game/asks.js";
import { html } from "../draw/markup.js";
import { t } from "../i18n/words.js";

/** @type {Record<string, string>} */
const PATHS = { deposit: "deposits", withdrawal: "withdrawals" };

export class People {
  /** @type {Record<string, string>} */
  form = { player: "", dollars: "", reason: "" };
  key = ident(); // of this payment: it is sent again with the same one until it is answered

  /** @param {import("./pit.js").PitRoom} room */
  constructor(room) {
    this.room = room;
  }

  /** @param {HTMLInputElement} input */
  written(input) {
    if (!(input.name in this.form)) return;
    this.form[input.name] = input.value;
    this.key = ident();
  }

  /** @param {HTMLButtonElement} button */
  async pressed(button) {
    const { person } = button.dataset,
      player = this.form.player.trim(),
      why = this.form.reason.trim() || t("pit.by-floor");
    if (!person || !player) return;
    const answer = await (person in PATHS
      ? this.pay(person, player, why)
      : this.room.order("switch", { what: `player/${player}`, off: person === "off", why }));
    if (!answer.refused) {
      this.form = { player: "", dollars: "", reason: "" };
      this.key = ident();
    }
    this.room.render();
  }

  /** Beyond what one person moves alone in a day it is proposed. @param {string} kind @param {string} player @param {string} why */
  async pay(kind, player, why) {
    const body = { player, cents: Math.round(Number(this.form.dollars) * 100), why, key: this.key },
      answer = await this.room.order(PATHS[kind], body, SECOND);
    return answer.refused?.code === SECOND ? this.room.order("money/propose", { ...body, kind }) : answer;
  }

  markup() {
    if (!this.room.floor) return "";
    const input = (/** @type {string} */ name, /** @type {string} */ mode) =>
      html`<label
        >${t(`people.${name}`)}<input
          name="${name}"
          inputmode="${mode}"
          value="${this.form[name]}"
          autocomplete="off"
          maxlength="120"
      /></label>`;
    return html`<section class="panel people">
      <h2>${t("people")}</h2>
      <div class="fields">${input("player", "text")}${input("dollars", "decimal")}${input("reason", "text")}</div>
      <div class="sheetacts">
        <button class="btn" data-person="deposit">${t("people.deposit")}</button
        ><button class="btn" data-person="withdrawal">${t("people.withdrawal")}</button
        ><button class="btn danger" data-person="off">${t("people.off")}</button
        ><button class="btn" data-person="on">${t("people.on")}</button>
      </div>
    </section>`;
  }
}
