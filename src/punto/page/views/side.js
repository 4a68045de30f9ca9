/** The right side: meters, the shoe so far, what was called, and the cards' proofs. */
import { exact } from "../game/money.js";
import { tally } from "../game/roads.js";
import { metered } from "../game/rules.js";
import { short } from "../game/cards.js";
import { icon } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { wagerName } from "../i18n/names.js";
import { t } from "../i18n/words.js";

export class Side {
  /** @param {import("./table.js").Table} table @param {HTMLElement} element */
  constructor(table, element) {
    this.table = table;
    this.element = element;
    element.innerHTML =
      '<section class="panel p-meters"></section><section class="panel p-stats"></section><section class="panel p-calls"></section><section class="panel p-fair"></section>';
    element.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("[data-open]");
      if (button instanceof HTMLElement) table.drawer?.open(button.dataset.open ?? "");
    });
  }

  update() {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (this.element.querySelector(name));
    const meters = meterPanel(this.table);
    part(".p-meters").hidden = !meters;
    fill(part(".p-meters"), meters ?? "");
    fill(part(".p-stats"), statistics(this.table));
    fill(part(".p-calls"), callsPanel(this.table));
    fill(part(".p-fair"), fairPanel(this.table));
  }
}

/** @param {import("./table.js").Table} table */
export function meterPanel(table) {
  const meters = Object.entries(table.now.meters);
  if (!meters.length) return null;
  const [first, ...rest] = meters,
    own = table.you.seat ? table.rules.combinations[table.you.seat]?.[0] : undefined;
  return html`<h2>
      ${wagerName(metered(table.rules)?.key ?? "")}${own ? html`<span class="sec">${t("seat.number", { seat: table.you.seat ?? 0 })} <span class="combo">${own.map(short).join(" ")}</span></span>` : ""}
    </h2>
    <dl class="meters">
      <div class="star">
        <dt>${t(`meter.${first[0]}`)}</dt>
        <dd>${exact(first[1])}</dd>
      </div>
      ${rest.map(
        ([meter, cents]) =>
          html`<div>
            <dt>${t(`meter.${meter}`)}</dt>
            <dd>${exact(cents)}</dd>
          </div>`,
      )}
    </dl>`;
}

/** @param {import("./table.js").Table} table */
export function statistics(table) {
  const of = tally(table.now.outcomes),
    part = (/** @type {number} */ many) => (of.coups ? ((many / of.coups) * 100).toFixed(1) + "%" : "–");
  const split = of.coups
    ? html`<svg class="split" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        ${bars(
          [
            ["banker", of.B],
            ["tie", of.T],
            ["player", of.P],
          ],
          of.coups,
        )}
      </svg>`
    : html`<div class="split none"></div>`;
  return html`<h2>${t("stats.title")}<span class="sec">${t("stats.coups", { coups: of.coups })}</span></h2>
    ${split}
    <table class="stats">
      <tbody>
        ${
          /** @type {const} */ ([
            ["B", "banker"],
            ["P", "player"],
            ["T", "tie"],
          ]).map(
            ([letter, key]) =>
              html`<tr>
                <th scope="row"><span class="key ${letter}">${t(`letter.${letter}`)}</span>${t(`wager.${key}`)}</th>
                <td class="pc">${part(of[letter])}</td>
                <td>${of[letter]}</td>
              </tr>`,
          )
        }
        <tr>
          <th scope="row">${t("stats.naturals")}</th>
          <td></td>
          <td>${of.naturals}</td>
        </tr>
        <tr>
          <th scope="row">${t("stats.pairs")}</th>
          <td></td>
          <td>${of.pairs}</td>
        </tr>
      </tbody>
    </table>`;
}

/** Shares of a whole, side by side. @param {[string, number][]} parts @param {number} whole */
export function bars(parts, whole) {
  let from = 0;
  return parts.map(([name, many]) => {
    const width = (many / whole) * 100,
      x = from;
    from += width;
    return many
      ? html`<rect x="${x + 0.2}" width="${Math.max(0, width - 0.4)}" height="4" fill="var(--${name}-fill)" />`
      : "";
  });
}

/** @param {import("./table.js").Table} table @param {number} [most] */
export const callsPanel = (table, most = 7) =>
  html`<h2>${t("calls.title")}</h2>
    <ul class="calls">
      ${table.calls.slice(0, most).map((one) => html`<li><span>${one.words}</span><span class="sec">${one.section}</span></li>`)}
    </ul>
    ${table.calls.length ? "" : html`<p class="none">${t("calls.none")}</p>`}`;

/** @param {import("./table.js").Table} table */
export function fairPanel(table) {
  const { proofs, now } = table,
    hash = now.fair?.commitment ?? proofs.commitment;
  if (!now.fair)
    return html`<h2>${t("fair.title")}</h2>
      <div class="fair">${icon("shield", 20)}<span>${t("fair.physical")}</span></div>`;
  const state = proofs.failed
    ? html`<b class="bad">${t("fair.failed", { place: proofs.failed.place })}</b>`
    : html`${t("fair.proved", { cards: proofs.proved })}`;
  return html`<h2>${t("fair.title")}</h2>
    <div class="fair ${proofs.failed ? "failed" : ""}">
      ${icon("shield", 20)}<span>${state}</span><span class="long"></span
      ><span class="long"
        >${t(now.fair.listed ? "fair.committed" : "fair.listing")}<br /><code
          >${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}</code
        ></span
      ><button class="btn" data-open="fair">${t("fair.check")}</button>
    </div>`;
}
