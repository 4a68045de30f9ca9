/** Two submissions side by side: their felts, what changes at each wager, and what the newer one needs. */
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { cited, t } from "../i18n/words.js";
import { named } from "./filingregister.js";

/** @typedef {import("./filingregister.js").Register} Register */

/** @param {number | null} edge */
const percent = (edge) => (edge === null ? t("filing.not-offered") : `${(edge * 100).toFixed(4).replace("-", "−")}%`);

/** @param {Register} register @param {any} found the comparison, as the server has it */
export function sides(register, found) {
  const side = (/** @type {number} */ number) => {
    const one = register.filings.find((each) => each.number === number);
    return html`<section class="panel">
      <p class="row">
        <b>${named("rules", number)}</b><span class="sec">${one ? t(`filing.standing.${one.standing}`) : ""}</span
        ><span class="grow"></span><span class="sec">${one?.reference ?? ""}</span>
      </p>
      <img
        class="filedfelt"
        src="/api/filings/${number}/felt.svg"
        alt="${t("filing.felt", { number: named("rules", number) })}"
      />
    </section>`;
  };
  const changed = found.edges.filter((/** @type {any} */ one) => one.differs),
    same = found.edges.filter((/** @type {any} */ one) => !one.differs);
  return html`<div class="roomhead">
      <h1>${t("filing.two", { old: named("rules", found.old), newer: named("rules", found.new) })}</h1>
      <p>${t("filing.differ", { n: found.fields.length, same: found.same })}</p>
      <span class="grow"></span><a class="btn" href="#/filings">${icon("back", 16)}${t("filing.title")}</a>
    </div>
    <div class="twohands">${side(found.old)}${side(found.new)}</div>
    <div class="filinggrid">
      <section class="panel">
        <table class="register">
          <thead>
            <tr>
              <th scope="col">${t("filing.changed")}</th>
              <th scope="col" class="num">${t("filing.edge")}</th>
              <th scope="col" class="num">${t("filing.becomes")}</th>
              <th scope="col" class="num">${t("filing.difference")}</th>
            </tr>
          </thead>
          <tbody>
            ${changed.map(
              (/** @type {any} */ one) =>
                html`<tr>
                  <th scope="row">${one.title} <span class="sec">${cited(one.section)}</span></th>
                  <td class="num">${percent(one.before)}</td>
                  <td class="num"><b>${percent(one.after)}</b></td>
                  <td class="num">
                    ${one.before === null || one.after === null ? "" : `${one.after > one.before ? "+" : "−"}${Math.abs((one.after - one.before) * 100).toFixed(4)}`}
                  </td>
                </tr>`,
            )}
            <tr>
              <th scope="row" colspan="4" class="sec">
                ${t("filing.unchanged", { wagers: same.map((/** @type {any} */ one) => one.title).join(", ") })}
              </th>
            </tr>
          </tbody>
        </table>
        <ul class="proposals">
          ${found.fields.map(
            (/** @type {any} */ one) =>
              html`<li>
                <p><code>${one.path}</code><br /><s>${one.before ?? "–"}</s> <b>${one.after ?? "–"}</b></p>
              </li>`,
          )}
        </ul>
      </section>
      <section class="panel">
        <h2>${t("filing.needs")}</h2>
        <ul class="proposals">
          ${found.needs.map(
            (/** @type {any} */ one) =>
              html`<li>
                <p>
                  ${icon(one.needed && one.code !== "next-shoe" ? "flag" : "check", 14)} ${one.words}
                  <span class="sec">${cited(one.section)}</span>
                </p>
              </li>`,
          )}${found.findings.map((/** @type {string} */ one) => html`<li><p>${icon("flag", 14)} ${one}</p></li>`)}
        </ul>
      </section>
    </div>`;
}
