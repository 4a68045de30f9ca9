/** The questions that surveillance asks of a table's log; the answers are the server's, and a hit proves nothing. */
import { get, table as at } from "../net/api.js";
import { options } from "../draw/plots.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { stamp } from "../i18n/names.js";
import { cited, t } from "../i18n/words.js";

/** @typedef {{query: string, shoe: number, number: number, seat?: number, at: number, n: number, words: string, section?: string}} Hit */
/** @typedef {{query: string, within: number, large: number, whole: boolean}} Asked */

export const QUERIES = ["all", "late", "vigorish", "capped", "payment", "large"];
const WITHIN = [250, 500, 1000, 2000, 5000];

const KEPT = "queries.within";

/** The initial query, with the last definition of late. @returns {Asked} */
export const first = () => ({
  query: "all",
  within: Number(sessionStorage.getItem(KEPT) ?? 500),
  large: 0,
  whole: false,
});
/** @param {number} within */
export const keepWithin = (within) => sessionStorage.setItem(KEPT, String(within));

/** @param {string} name @param {Partial<Asked> & {shoe?: number}} asked @returns {Promise<{hits: Hit[], more: boolean}>} */
export const asked = (name, { query = "all", within = 500, large = 0, shoe = 0 }) =>
  get(`${at(name)}/queries`, { query, within, large, shoe });

/** The link to a hit: its coup, and the event in it. @param {string} name @param {Hit} hit */
const href = (name, hit) => `#/watch/${encodeURIComponent(name)}/${hit.shoe}/${hit.number}/${hit.n}`;

/** @param {string} name @param {Asked} how @param {{hits: Hit[], more: boolean} | null} found @param {string} problem */
export function queryPanel(name, how, found, problem) {
  const list = !found
    ? html`<p>${t("loading")}</p>`
    : found.hits.length
      ? html`<ol class="hits">
            ${[...found.hits].reverse().map(
              (hit) =>
                html`<li>
                  <a href="${href(name, hit)}"
                    ><span class="tag warn">${icon("flag", 12)}${t(`query.${hit.query}`)}</span
                    ><span class="sec"
                      >${t("shoe.coup", { shoe: hit.shoe, coup: hit.number })}${hit.seat ? ` · ${t("seat.number", { seat: hit.seat })}` : ""}
                      · ${stamp(hit.at)}</span
                    ><span class="words" lang="en">${hit.words} <span class="sec">${cited(hit.section)}</span></span></a
                  >
                </li>`,
            )}
          </ol>
          ${found.more ? html`<p class="note">${t("queries.more")}</p>` : ""}`
      : html`<p class="badge good">${icon("check")}${t("queries.none")}</p>`;
  return html`<h2>
      ${t("queries.title")}<span class="sec" role="status"
        >${found ? t("queries.many", { many: found.hits.length }) : ""}</span
      >
    </h2>
    <p class="note">${t("queries.note")}</p>
    <div class="queryterms">
      <label
        >${t("queries.what")}<select name="query">
          ${options(QUERIES, how.query, (key) => t(`query.${key}`))}
        </select></label
      ><label
        >${t("queries.within")}<select name="within">
          ${options(WITHIN, how.within, (ms) => t("queries.ms", { ms }))}
        </select></label
      ><label
        >${t("queries.where")}<select name="whole">
          ${options(["shoe", "log"], how.whole ? "log" : "shoe", (key) => t(`queries.${key}`))}
        </select></label
      >
    </div>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : list}`;
}
