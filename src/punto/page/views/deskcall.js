/** Calling a floorperson, with a short reason. The pit shows the call immediately, above everything else. */
import { post, table as at } from "../net/api.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { t } from "../i18n/words.js";

const REASONS = ["dispute", "irregularity", "payment", "fill", "player", "break"];

export class CallSheet {
  beside = "";
  words = "";

  /** @param {{name: string, notices?: import("./notices.js").Notices, sheet?: any, render: () => void}} room */
  constructor(room) {
    this.room = room;
  }

  /** @param {HTMLInputElement} input */
  written(input) {
    if (input.name === "words") this.words = input.value;
  }

  /** @param {HTMLButtonElement} button */
  pressed(button) {
    const { calls, does } = button.dataset;
    if (calls) this.call(t(`calls.for.${calls}`));
    if (does === "call" && this.words.trim()) this.call(this.words.trim());
  }

  /** @param {string} words */
  async call(words) {
    try {
      await post(`${at(this.room.name)}/call`, { words });
      this.room.notices?.say("called", t("desk.called"), t("desk.called.why"));
      this.room.sheet = null;
    } catch (error) {
      this.room.notices?.say("refused", t("refused"), String(/** @type {any} */ (error).message));
    }
    this.room.render();
  }

  markup() {
    return html`<section class="sheet">
      <header>
        <h2><b>${t("desk.call")}</b></h2>
        <span class="grow"></span
        ><button class="btn ghost" data-sheet="" aria-label="${t("close")}">${icon("clear")}</button>
      </header>
      <p class="note">${t("desk.call.why")}</p>
      <div class="choices big three">
        ${REASONS.map((reason) => html`<button class="choice" data-calls="${reason}"><b>${t(`calls.for.${reason}`)}</b></button>`)}
      </div>
      <div class="fields">
        <label
          >${t("desk.call.words")}<input name="words" value="${this.words}" maxlength="200" autocomplete="off"
        /></label>
      </div>
      <div class="sheetacts"><button class="btn primary huge" data-does="call">${t("desk.call")}</button></div>
    </section>`;
  }
}
