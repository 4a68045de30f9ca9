/** Odds as a table: what a wager costs. The figures come from the server, exact; here they are only set. */
import { dollars } from "../game/money.js";
import { moved } from "../draw/plots.js";
import { html } from "../draw/markup.js";
import { payout, wagerName } from "../i18n/names.js";
import { cited, has, t } from "../i18n/words.js";

/** @param {number} part @param {number} digits */
export const percent = (part, digits = 4) => `${part < 0 ? "−" : ""}${(Math.abs(part) * 100).toFixed(digits)}%`;

/** @param {any} odds @param {import("../game/types.js").Wager[]} [offered] */
const shown = (odds, offered) =>
  Object.keys(odds.wagers ?? {}).filter((key) => !offered?.length || offered.some((wager) => wager.key === key));

/** @param {any} odds @param {import("../game/types.js").Wager[]} [offered] @param {(key: string) => string} [name] */
export function oddsTable(odds, offered, name = wagerName) {
  const keys = shown(odds, offered);
  const most = Math.max(...keys.map((key) => odds.wagers[key].edge ?? 0), 0.01);
  return html`<table class="odds">
    <thead>
      <tr>
        <th>${t("law.wager")}</th>
        ${offered?.length ? html`<th class="hide-s">${t("law.pays")}</th>` : ""}
        <th class="num">${t("odds.wins")}</th>
        <th class="num">${t("odds.edge")}</th>
        <td class="barcell hide-s"></td>
        <th class="num hide-s">${t("odds.sd")}</th>
      </tr>
    </thead>
    <tbody>
      ${keys.map((key) => row(name(key), odds.wagers[key], offered?.length ? (offered.find((wager) => wager.key === key)?.pays ?? "") : null, most))}
    </tbody>
  </table>`;
}

/** How often a wager wins. @param {any} of */
const wins = (of) =>
  (of.results ?? [])
    .filter((/** @type {any} */ one) => (one.pays ?? 0) > 0 || one["award-cents"] > 0 || one.meter)
    .reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + (one.probability ?? 0), 0);

/** @param {string} name @param {any} of @param {string | null} pays nothing, where there is no column for it @param {number} most */
function row(name, of, pays, most) {
  const often = wins(of);
  return html`<tr>
    <th scope="row">${name}</th>
    ${pays === null ? "" : html`<td class="hide-s">${payout(pays)}</td>`}
    <td class="num">${often ? percent(often) : "–"}</td>
    <td class="num"><b>${of.edge === undefined || of.edge === null ? "–" : percent(of.edge)}</b></td>
    <td class="barcell hide-s">
      <svg viewBox="0 0 100 10" width="160" height="10" preserveAspectRatio="none" aria-hidden="true">
        <rect width="${Math.max(0.5, ((of.edge ?? 0) / most) * 100)}" height="10" rx="2" fill="var(--brass)" />
      </svg>
    </td>
    <td class="num hide-s">${of.sd?.toFixed(3) ?? "–"}</td>
  </tr>`;
}

/** The same for the odds room: beside each edge the one of the full shoe, where cards are out. @param {any} odds @param {any} full @param {import("../game/types.js").Wager[]} offered @param {(key: string) => string} name */
export function costs(odds, full, offered, name) {
  if (!full) return oddsTable(odds, offered, name);
  const keys = shown(odds, offered),
    by = (/** @type {string} */ key) => odds.wagers[key].edge - (full.wagers[key]?.edge ?? odds.wagers[key].edge),
    most = Math.max(...keys.map((key) => Math.abs(by(key))), 1e-9);
  return html`<table class="odds">
    <thead>
      <tr>
        <th>${t("law.wager")}</th>
        <th class="num hide-s">${t("odds.wins")}</th>
        <th class="num">${t("odds.edge-full")}</th>
        <th class="num">${t("odds.edge-now")}</th>
        <td class="barcell hide-s"></td>
      </tr>
    </thead>
    <tbody>
      ${keys.map((key) => {
        const of = odds.wagers[key],
          was = full.wagers[key]?.edge ?? of.edge;
        return html`<tr>
          <th scope="row">${name(key)}</th>
          <td class="num hide-s">${percent(wins(of))}</td>
          <td class="num">${percent(was)}</td>
          <td class="num"><b>${percent(of.edge)}</b></td>
          <td class="barcell hide-s">${moved(by(key), most)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

/** Each result of a wager, and how often it comes. @param {any} of @param {(part: number, most: number, cls?: string) => unknown} bar */
export function results(of, bar) {
  const most = Math.max(...of.results.map((/** @type {any} */ one) => one.probability));
  return html`<table class="odds results">
    <thead>
      <tr>
        <th>${t("odds.result")}</th>
        <th class="num">${t("law.pays")}</th>
        <th class="num">${t("odds.often")}</th>
        <td class="barcell"></td>
        <th class="num hide-s">${t("odds.deals-of")}</th>
      </tr>
    </thead>
    <tbody>
      ${of.results.map(
        (/** @type {any} */ one) =>
          html`<tr>
            <th scope="row">${has(`ends.${one.name}`) ? t(`ends.${one.name}`) : one.name.replaceAll("-", " ")}</th>
            <td class="num">${paid(one)}</td>
            <td class="num">${percent(one.probability, one.probability && one.probability < 1e-5 ? 7 : 4)}</td>
            <td class="barcell">
              ${bar(one.probability, most, one.pays < 0 || one["award-cents"] === 0 ? "lost" : "")}
            </td>
            <td class="num hide-s">${one.deals.toLocaleString("en-US")}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {any} one */
function paid(one) {
  if (one.meter) return t("odds.meter", { name: t(`meter.${one.meter}`) });
  if (one["award-cents"] !== undefined) return `$${(one["award-cents"] / 100).toLocaleString("en-US")}`;
  const value = one.pays ?? 0;
  return value > 0 ? `+${Number(value.toFixed(4))}` : value < 0 ? `−${Number((-value).toFixed(4))}` : "0";
}

/** When Banker draws: a row for each count, a column for what Player drew. @param {boolean[][]} draws @param {string} section */
export const tableau = (draws, section) =>
  html`<section class="panel">
    <h2>${t("odds.tableau")}<span class="sec">${cited(section)}</span></h2>
    <div class="scrolls" tabindex="0" role="group" aria-label="${t("odds.tableau")}">
      <table class="tableau">
        <thead>
          <tr>
            <th scope="col">${t("odds.banker-has")}</th>
            <th scope="col">${t("odds.none")}</th>
            ${Array.from({ length: 10 }, (_, drawn) => html`<th scope="col">${drawn}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${draws.map(
            (row, banker) =>
              html`<tr>
                <th scope="row">${banker}</th>
                ${[row[10], ...row.slice(0, 10)].map((draw) => html`<td class="${draw ? "draws" : ""}">${t(draw ? "odds.draw" : "odds.stay")}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="note">${t("odds.tableau.note")}</p>
  </section>`;

/** Of a wager that pays meters: what they show, and at what each of them would make it even. @param {any} of */
export function meters(of) {
  if (!of["meter-cents"]) return "";
  const cents = (/** @type {number | null} */ value) => (value === null ? "–" : dollars(value));
  return html`<table class="odds">
    <thead>
      <tr>
        <th>${t("odds.meters")}</th>
        <th class="num">${t("odds.shows")}</th>
        <th class="num">${t("odds.even")}</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(of["meter-cents"]).map(
        ([name, shows]) =>
          html`<tr>
            <th scope="row">${t(`meter.${name}`)}</th>
            <td class="num">${cents(Number(shows))}</td>
            <td class="num">${cents(of["break-even-cents"][name])}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
