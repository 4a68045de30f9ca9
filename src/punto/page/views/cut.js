/** The player's cut: the stack seen from its side, and a cut card that goes in wherever one likes. */
import { html } from "../draw/markup.js";
import { t } from "../i18n/words.js";

const ENDS = 1; // how near an end it may go is the document's to say: the table refuses, and cites

export class CutStack {
  constructor() {
    this.cards = 0;
    this.whole = 0;
  }

  /** @param {Element} box @param {number} cards */
  show(box, cards) {
    this.whole = cards;
    this.cards ||= Math.round(cards / 2);
    const lines = Array.from(
      { length: 104 },
      (_, i) =>
        html`<rect x="${4 + i * 2.8}" y="10" width="2.2" height="46" fill="${i % 2 ? "#e9e2cf" : "#fbf8ef"}" />`,
    );
    box.innerHTML = String(
      html`<svg viewBox="0 0 300 66" class="cutstack" aria-hidden="true">
          <rect x="2" y="8" width="296" height="50" rx="3" fill="#0a0f11" />
          ${lines}
          <rect class="cutcard" x="0" y="2" width="4" height="62" rx="1" fill="var(--warn)" /></svg
        ><label class="vh" for="cutdepth">${t("cut.depth")}</label
        ><input id="cutdepth" type="range" min="${ENDS}" max="${cards - ENDS}" value="${this.cards}" />
        <p class="cap cutsay"></p>`,
    );
    const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
    input.addEventListener("input", () => {
      this.cards = Number(input.value);
      this.draw(box);
    });
    this.draw(box);
  }

  /** @param {Element} box */
  draw(box) {
    box.querySelector(".cutcard")?.setAttribute("x", String(2 + (this.cards / this.whole) * 292));
    const say = box.querySelector(".cutsay");
    if (say) say.textContent = t("cut.cards", { cards: this.cards });
  }
}
