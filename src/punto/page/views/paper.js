/** The scorecard: five roads on one sheet, and what the next mark would be; narrow screens have the rest in a drawer. */
import { asked, bead, big, small } from "../draw/road.js";
import { fill, html } from "../draw/markup.js";
import { t } from "../i18n/words.js";

export const letters = () => ({ B: t("letter.B"), P: t("letter.P"), T: t("letter.T") });
const DERIVED = /** @type {const} */ ([
  [1, "road.eye"],
  [2, "road.small"],
  [3, "road.pig"],
]);

/** @param {readonly string[]} outcomes */
export const ask = (outcomes) =>
  html`<div class="ask">
    ${["B", "P"].map(
      (hand) =>
        html`<p class="q">
          <span
            ><span class="key ${hand}">${t(`letter.${hand}`)}</span
            >${t(hand === "B" ? "ask.banker" : "ask.player")}</span
          >${asked(outcomes, hand)}
        </p>`,
    )}
    <p class="note">${t("ask.note")}</p>
  </div>`;

/** All five, large enough to read: the drawer's. @param {readonly string[]} outcomes */
export const allRoads = (outcomes) =>
  html`<div class="allroads">
    <figure>
      <figcaption>${t("road.bead")}</figcaption>
      ${bead(outcomes, 12, 26, letters(), t("road.bead"))}
    </figure>
    <figure>
      <figcaption>${t("road.big")}</figcaption>
      ${big(outcomes, 22, 16, t("road.big"))}
    </figure>
    ${DERIVED.map(
      ([back, name]) =>
        html`<figure>
          <figcaption>${t(name)}</figcaption>
          ${small(outcomes, back, 22, 16, t(name))}
        </figure>`,
    )}${ask(outcomes)}
  </div>`;

export class Paper {
  /** @param {import("./table.js").Table} table @param {HTMLElement} element */
  constructor(table, element) {
    this.table = table;
    this.element = element;
    element.addEventListener("click", (event) => {
      if (/** @type {HTMLElement} */ (event.target).closest("[data-open]")) table.drawer?.open("roads");
    });
  }

  update() {
    const outcomes = this.table.now.outcomes.map((one) => one.outcome),
      { shoe, number } = this.table.now;
    fill(
      this.element,
      html`<figure class="wide-only">
          <figcaption>${t("road.bead")}</figcaption>
          ${bead(outcomes, 9, 29, letters(), t("road.bead"))}
        </figure>
        <div class="big wide-only">
          <figure>
            <figcaption>${t("road.big")}</figcaption>
            ${big(outcomes, 36, 16, t("road.big"))}
          </figure>
          ${DERIVED.map(
            ([back, name]) =>
              html`<figure>
                <figcaption>${t(name)}</figcaption>
                ${small(outcomes, back, 19, 10, t(name))}
              </figure>`,
          )}
        </div>
        <div class="phone-only">
          <p class="rc">
            <span>${t("road.big")} · ${t("shoe.coup", { shoe, coup: number })}</span
            ><button data-open="roads">${t("roads.all")}</button>
          </p>
          ${big(outcomes, 24, 15, t("road.big"))}
        </div>
        <div class="wide-only askbox">
          ${ask(outcomes)}<button class="btn paperbtn" data-open="roads">${t("roads.all")}</button>
        </div>`,
    );
  }
}
