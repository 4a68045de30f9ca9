/** Clauses of rulebooks: what each says, what becomes of it, and the tests that establish it. */
import { html } from "../draw/markup.js";
import { cited, t } from "../i18n/words.js";

/** @typedef {{id: string, provision: string, section: string, who: string, modality: string, says: string, terms: string[], status: string, why: string, tests: number[]}} Clause */
/** @typedef {{rulebook: string, counts: Record<string, number>, clauses: Clause[]}} Document */
/** @typedef {{commit: string, statuses: string[], established: string[], documents: Document[], tests: string[]}} Clauses */

/** The words for a status. @param {string} status */
export const status = (status) => t(`clause.${status}`);

/** How many clauses of each document have which status, as rows of the comparison. @param {Clauses} answer @param {any[]} books */
export const tally = (answer, books) =>
  html`<tbody class="glance">
    <tr class="head">
      <th colspan="${books.length + 1}">${t("rules.clauses")}</th>
    </tr>
    ${answer.statuses
      .filter((of) => answer.documents.some((document) => document.counts[of]))
      .map(
        (of) =>
          html`<tr class="same">
            <th scope="row">${status(of)}</th>
            ${answer.documents.map((document, i) => html`<td data-book="${t(`rulebook.${books[i].id}`)}">${document.clauses.length ? document.counts[of] : t("rules.no-clauses")}</td>`)}
          </tr>`,
      )}
  </tbody>`;

/** The clauses of one provision in one document. @param {Clause[]} clauses @param {Clauses} answer @param {boolean} open */
export const listed = (clauses, answer, open) =>
  clauses.length
    ? html`<details class="clauses" ${open ? html`open` : ""}>
        <summary>${t("rules.clauses-of", { n: clauses.length })}</summary>
        <ol lang="en">
          ${clauses.map(
            (clause) =>
              html`<li>
                <p>
                  <b class="sec">${cited(clause.section)}</b
                  ><span class="tag ${answer.established.includes(clause.status) ? "good" : "warn"}"
                    >${status(clause.status)}</span
                  >
                </p>
                <p>${clause.says}</p>
                <p class="note">
                  ${clause.who} · ${clause.modality}${clause.terms.map((term) => html`<br />${term.trim()}`)}
                </p>
                ${clause.why ? html`<p class="why">${clause.why}</p>` : ""}${clause.tests.length ? tests(clause.tests, answer.tests) : ""}
              </li>`,
          )}
        </ol>
      </details>`
    : "";

/** @param {number[]} places @param {string[]} names */
const tests = (places, names) =>
  html`<details class="tests">
    <summary>${t("rules.tests", { n: places.length })}</summary>
    <ul>
      ${places.map((place) => html`<li>${test(names[place])}</li>`)}
    </ul>
  </details>`;

/** A test as a sentence, with its file. @param {string} name */
function test(name) {
  const [file, said] = name.split("::test_");
  return html`${(said ?? name).replaceAll("_", " ")} <code>${file}</code>`;
}
