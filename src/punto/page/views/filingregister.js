/** The register of filings as a table, what each of the floor's tables deals under, and what a filing is called. */
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { until } from "../i18n/names.js";
import { t } from "../i18n/words.js";

const SOON = 30 * 24 * 3600_000, // an approval that expires sooner needs attention
  PENDING = ["draft", "filed", "approved"];
/** @typedef {{number: number, kind: string, title: string, covers: string[], standing: string, authority: string, reference: string, dated: string, filed: number, conditions: string, expires: number | null, digest: string, content: string, tables: string[]}} Filing */
/** @typedef {{to: string, at: number, who: string, how: string, reference: string, attested: boolean}} Delivery */
/** @typedef {{number: number, pit: string, option: string, value: boolean, text: string, minutes: number, section: string, given: number, who: string, begins: number, deliveries: Delivery[], starts: number | null, state: string, tables: string[], taken: string[]}} Notice */
/** @typedef {{table: string, pit: string, rulebook: string, filing: number, unfiled: boolean, due: number, option: boolean | null}} Row */
/** @typedef {{now: number, required: boolean, filings: Filing[], notices: Notice[], tables: Row[], names: Record<string, string>}} Register */

/** @param {string} kind @param {number} number */
export const named = (kind, number) => `${t(`filing.sign.${kind}`)}-${String(number).padStart(4, "0")}`;

/** Filings in the order shown: those that need attention, those in force, the others. @param {Register} register @param {number} chosen */
export function list(register, chosen) {
  const soon = (/** @type {Filing} */ one) => one.expires !== null && one.expires - register.now < SOON,
    urgent = (/** @type {Filing} */ one) =>
      PENDING.includes(one.standing) || (one.standing === "in-force" && soon(one)),
    groups = [
      ["attention", register.filings.filter(urgent)],
      ["in-force", register.filings.filter((one) => one.standing === "in-force" && !urgent(one))],
      ["others", register.filings.filter((one) => !urgent(one) && one.standing !== "in-force")],
    ];
  const rows = groups.map(([name, filings]) =>
    filings.length
      ? [
          html`<tr class="group">
            <th colspan="6">${t(`filing.group.${name}`)}</th>
          </tr>`,
          .../** @type {Filing[]} */ (filings)
            .slice()
            .reverse()
            .map((one) => row(one, chosen)),
        ]
      : "",
  );
  return html`<div class="scrolls">
    <table class="register">
      <thead>
        <tr>
          ${["filing", "what", "covers", "authority", "decided", "state"].map((name) => html`<th scope="col">${t(`filing.${name}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.flat()}${
          register.filings.length
            ? ""
            : html`<tr>
                <td colspan="6">${t("filing.none")}</td>
              </tr>`
        }
      </tbody>
    </table>
  </div>`;
}

/** @param {Filing} one @param {number} chosen */
function row(one, chosen) {
  const kept = one.standing === "in-force",
    open = PENDING.includes(one.standing),
    left = one.expires === null ? "" : ` · ${t("filing.until", { until: until(one.expires) })}`;
  return html`<tr class="${one.number === chosen ? "chosen" : ""}">
    <th scope="row"><button class="btn ghost" data-choose="${one.number}">${named(one.kind, one.number)}</button></th>
    <td>
      ${one.title}<br /><span class="sec"
        >${t("filing.digest", { digest: (one.content || one.digest).slice(0, 12) })}</span
      >
    </td>
    <td>${one.covers.length ? one.covers.join(", ") : t("filing.all-tables")}</td>
    <td>${[one.authority, one.reference].filter(Boolean).join(", ") || "–"}</td>
    <td>${one.dated || (one.filed ? t("filing.filed-at", { at: until(one.filed) }) : "–")}</td>
    <td class="state ${kept ? "kept" : open ? "open" : "over"}">
      ${kept ? icon("check", 14) : open ? "○" : "–"}
      ${t(`filing.standing.${one.standing}`)}${kept ? ` ${one.tables.join(", ")}` : ""}${left}
    </td>
  </tr>`;
}

/** The filings of each table. @param {Register} register @param {boolean} floor */
export function tables(register, floor) {
  return html`<h2>${t("filing.tables")}</h2>
    <ul class="proposals">
      ${register.tables.map(
        (one) =>
          html`<li>
            <p>
              <b>${one.table}</b> ${t(`rulebook.${one.rulebook}`)}<br /><span class="sec"
                >${one.filing ? named("rules", one.filing) : t("filing.unfiled")}${one.due ? ` · ${t("filing.due", { number: named("rules", one.due) })}` : ""}${one.option === null ? "" : ` · ${t(one.option ? "filing.option.on" : "filing.option.off")}`}</span
              >
            </p>
            ${one.due && floor ? html`<button class="btn" data-act="keep" data-table="${one.table}">${t("filing.keep")}</button>` : ""}
          </li>`,
      )}
    </ul>`;
}
