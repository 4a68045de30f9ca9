/** The scorecard: five roads on one sheet, and what the next mark would be; narrow screens have the rest in a drawer. */
import { asked, bead, big, one, small } from "../draw/road.js";
import { fill, html } from "../draw/markup.js";
import { t } from "../i18n/words.js";

export const letters = () => ({ B: t("letter.B"), P: t("letter.P"), T: t("letter.T") });
export const DERIVED = /** @type {const} */ ([
  [1, "road.eye"],
  [2, "road.small"],
  [3, "road.pig"],
]);

/** Whether pairs, naturals and bonus results are marked. */
const marked = () => localStorage.getItem("marks") !== "no";

/** Switch the marks. */
export const switchMarks = () => localStorage.setItem("marks", marked() ? "no" : "yes");

/** How the roads of a table are drawn. @param {{dropAgain: boolean}} table @returns {import("../draw/road.js").How} */
export const drawnAs = (table) => ({ marks: marked(), dropAgain: table.dropAgain });

/** @typedef {import("../game/types.js").Past} Past */

/** @param {readonly Past[]} past */
export const ask = (past) =>
  html`<div class="ask">
    ${["B", "P"].map(
      (hand) =>
        html`<p class="q">
          <span
            ><span class="key ${hand}">${t(`letter.${hand}`)}</span
            >${t(hand === "B" ? "ask.banker" : "ask.player")}</span
          >${asked(past, hand)}
        </p>`,
    )}
    <p class="note">${t("ask.note")}</p>
  </div>`;

/** The meaning of each mark, as it is drawn. @param {boolean} bonus whether this table has results with names */
export const legend = (bonus) =>
  html`<ul class="legend">
    ${[
      ["pair-banker", { outcome: "B", "banker-pair": true }],
      ["pair-player", { outcome: "P", "player-pair": true }],
      ["natural", { outcome: "B", natural: true }],
      ...(bonus ? [["bonus", { outcome: "B", bonus: "bonus" }]] : []),
    ].map(([key, past]) => html`<li>${one(/** @type {any} */ (past))}${t(`marks.${key}`)}</li>`)}
  </ul>`;

/** All five, large enough to read: the drawer's. @param {import("./table.js").Table} table */
export function allRoads(table) {
  const past = table.now.outcomes,
    how = drawnAs(table);
  return html`<div class="allroads">
    <div class="links">
      <button class="btn" data-marks aria-pressed="${how.marks ? "true" : "false"}">
        ${t(how.marks ? "marks.on" : "marks.off")}</button
      ><a class="btn" href="#/board/${encodeURIComponent(table.name)}">${t("board.open")}</a>
    </div>
    ${how.marks ? legend(Object.keys(table.now.named).length > 0) : ""}
    <figure>
      <figcaption>${t("road.bead")}</figcaption>
      ${bead(past, 12, 26, letters(), t("road.bead"), how)}
    </figure>
    <figure>
      <figcaption>${t("road.big")}</figcaption>
      ${big(past, 22, 16, t("road.big"), how)}
    </figure>
    ${DERIVED.map(
      ([back, name]) =>
        html`<figure>
          <figcaption>${t(name)}</figcaption>
          ${small(past, back, 22, 16, t(name), how)}
        </figure>`,
    )}${ask(past)}
  </div>`;
}

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
    const outcomes = this.table.now.outcomes,
      how = drawnAs(this.table),
      { shoe, number } = this.table.now;
    fill(
      this.element,
      html`<figure class="wide-only">
          <figcaption>${t("road.bead")}</figcaption>
          ${bead(outcomes, 9, 29, letters(), t("road.bead"), how)}
        </figure>
        <div class="big wide-only">
          <figure>
            <figcaption>${t("road.big")}</figcaption>
            ${big(outcomes, 36, 16, t("road.big"), how)}
          </figure>
          ${DERIVED.map(
            ([back, name]) =>
              html`<figure>
                <figcaption>${t(name)}</figcaption>
                ${small(outcomes, back, 19, 10, t(name), how)}
              </figure>`,
          )}
        </div>
        <div class="phone-only">
          <p class="rc">
            <span>${t("road.big")} · ${t("shoe.coup", { shoe, coup: number })}</span
            ><button data-open="roads">${t("roads.all")}</button>
          </p>
          ${big(outcomes, 24, 15, t("road.big"), how)}
        </div>
        <div class="wide-only askbox">
          ${ask(outcomes)}<button class="btn paperbtn" data-open="roads">${t("roads.all")}</button>
        </div>`,
    );
  }
}
