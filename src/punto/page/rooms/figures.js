/** Odds as a table: what a wager costs. The figures come from the server, exact; here they are only set. */
import { html } from "../draw/markup.js";
import { payout, wagerName } from "../words/names.js";
import { t } from "../words/words.js";

/** @param {number} part @param {number} digits */
export const percent = (part, digits = 4) => `${(part * 100).toFixed(digits)}%`;

/** @param {any} odds @param {import("../game/types.js").Wager[]} [offered] */
export function oddsTable(odds, offered) {
  const keys = Object.keys(odds.wagers ?? {}).filter((key) => !offered?.length || offered.some((wager) => wager.key === key));
  const most = Math.max(...keys.map((key) => odds.wagers[key].edge ?? 0), 0.01);
  return html`<table class="odds"><thead><tr><th>${t("law.wager")}</th><th class="hide-s">${t("law.pays")}</th><th class="num">${t("odds.wins")}</th><th class="num">${t("odds.edge")}</th><th class="barcell hide-s"></th><th class="num hide-s">${t("odds.sd")}</th></tr></thead><tbody>${keys.map((key) => row(key, odds.wagers[key], offered?.find((wager) => wager.key === key)?.pays ?? "", most))}</tbody></table>`;
}

/** @param {string} key @param {any} of @param {string} pays @param {number} most */
function row(key, of, pays, most) {
  const wins = (of.results ?? []).filter((/** @type {any} */ one) => (one.pays ?? 0) > 0).reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + (one.probability ?? 0), 0);
  return html`<tr><th scope="row">${wagerName(key)}</th><td class="hide-s">${payout(pays)}</td><td class="num">${wins ? percent(wins) : "–"}</td><td class="num"><b>${of.edge === undefined || of.edge === null ? "–" : percent(of.edge)}</b></td><td class="barcell hide-s"><svg viewBox="0 0 100 10" width="160" height="10" preserveAspectRatio="none" aria-hidden="true"><rect width="${Math.max(0.5, ((of.edge ?? 0) / most) * 100)}" height="10" rx="2" fill="var(--brass)"/></svg></td><td class="num hide-s">${of.sd?.toFixed(3) ?? "–"}</td></tr>`;
}
