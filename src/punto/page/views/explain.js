/** Explanations of a table: object, payouts and cost of a wager; everything with the section that says so. */
import { dollars } from "../game/money.js";
import { saying, translated } from "../net/explained.js";
import { html } from "../draw/markup.js";
import { limits, wagerName } from "../i18n/names.js";
import { cited, has, t } from "../i18n/words.js";
import { meters, percent, results } from "./figures.js";

/** @typedef {import("./table.js").Table} Table */

/** Parts of the page, and what each of them is; a wager is called by its key. @type {[string, string][]} */
const PARTS = [
  [".roads, .allroads", "roads"],
  [".p-meters, .meters, .tickmeters", "meters"],
  [".marker, .purse .owed, .purse .owing", "vigorish"],
  ["[data-shoe]", "shoe"],
  ["[data-discards]", "discards"],
  [".nameplate, .others", "seat"],
  ["g.l-hands, .feltsmall .hands", "hands"],
  ["g.l-call, .feltsmall .call, .clockface, .p-calls", "phase"],
];
const PHASES = /** @type {Record<string, string>} */ ({ drawing: "third", idle: "preparing", closed: "preparing" });

/** The thing at a point: the smallest part that contains it. @param {Table} table @param {number} x @param {number} y */
export function thingAt(table, x, y) {
  let found = "",
    least = Infinity;
  const look = (/** @type {Element} */ part, /** @type {string} */ thing) => {
    const box = part.getBoundingClientRect(),
      size = box.width * box.height;
    if (x < box.left || x > box.right || y < box.top || y > box.bottom || !size || size >= least) return;
    [found, least] = [thing, size];
  };
  for (const part of table.querySelectorAll(".cell.mine[data-wager], button.spot[data-wager]"))
    look(part, /** @type {any} */ (part).dataset.wager);
  for (const [names, thing] of PARTS) for (const part of table.querySelectorAll(names)) look(part, thing);
  return named(table, found);
}

/** The thing that an element shows, for the keyboard. @param {Table} table @param {Element} element */
export function thingOf(table, element) {
  const wager = element.closest("[data-wager]");
  if (wager) return /** @type {any} */ (wager).dataset.wager;
  return named(table, PARTS.find(([names]) => element.closest(names))?.[1] ?? "");
}

/** @param {Table} table @param {string} thing */
const named = (table, thing) =>
  thing !== "phase" ? thing : table.now.trouble ? "held" : (PHASES[table.now.phase] ?? table.now.phase);

/** The key ? explains what has the focus; while explaining is on, a tap explains instead of wagering. @param {Table} table */
export function explaining(table) {
  table.addEventListener("keydown", (event) => {
    const on = /** @type {Element} */ (event.target);
    if (event.key === "?" && !/^(INPUT|TEXTAREA)$/.test(on.tagName)) table.explain(thingOf(table, on));
  });
  table.addEventListener("click", (event) => tapped(table, event), true);
}

/** @param {Table} table @param {MouseEvent} event */
function tapped(table, event) {
  const on = /** @type {Element} */ (event.target);
  if (!table.hasAttribute("data-explaining") || on.closest(".bar, .drawer, .notices, .guide, .dock .acts")) return;
  const thing = thingAt(table, event.clientX, event.clientY);
  if (!thing) return;
  event.stopPropagation();
  event.preventDefault();
  table.explain(thing);
}

/** The drawer's room. @param {Table} table @param {string} thing @param {any} odds */
export function explanation(table, thing, odds) {
  const { explained } = table,
    wager = table.rules.wagers.find((one) => one.key === thing);
  if (!thing) return index(table);
  const back = html`<p><button class="btn" data-explain="">${t("explain.all")}</button></p>`;
  if (thing === "roads") return html`${roads()}${back}`;
  if (!explained.answer) return html`<p>${explained.problem || t("loading")}</p>`;
  const provisions = explained.of(thing);
  return html`<h3 class="thing">${wager ? wagerName(thing) : t(`thing.${thing}`)}</h3>
    ${wager ? figures(wager, provisions, odds) : ""}${provisions.slice(wager ? 1 : 0).map(paragraph)}${back}`;
}

/** @param {import("../net/explained.js").Provision} of */
export const paragraph = (of) =>
  html`<p class="says">
    ${saying(of)} <span class="sec">${cited(of.section)}</span>${
      translated(of)
        ? html`<details>
            <summary>${t("explain.english")}</summary>
            <span lang="en">${of.says.en}</span>
          </details>`
        : ""
    }
  </p>`;

/** @param {import("../game/types.js").Wager} wager @param {import("../net/explained.js").Provision[]} provisions @param {any} odds */
function figures(wager, provisions, odds) {
  const of = odds?.wagers?.[wager.key],
    first = provisions[0] ? html`<div class="lead">${paragraph(provisions[0])}</div>` : "";
  const bounds = wager.most
    ? html`<p class="note">
        ${t("fact.limits")} <b>${wager.least === wager.most ? dollars(wager.least) : limits(wager)}</b> ·
        <span class="sec">${cited(wager.section)}</span>
      </p>`
    : "";
  if (!of)
    return html`${first}${bounds}
      <p>${odds?.error ?? t("loading")}</p>`;
  return html`${first}${results(of, bar)}${edge(of)}${meters(of)}${bounds}`;
}

/** @param {number} part @param {number} most @param {string} [cls] */
const bar = (part, most, cls = "") =>
  html`<svg class="share ${cls}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${Math.max(0.6, (part / most) * 100)}" height="8" />
  </svg>`;

/** @param {any} of */
function edge(of) {
  if (of.edge === undefined || of.edge === null) return "";
  const cents = Math.abs(of.edge) * 1000;
  return html`<div class="edge">
    <b class="big">${percent(of.edge)}</b>
    <p>
      <b>${t("explain.edge")}.</b>
      ${t(of.edge < 0 ? "explain.gives" : "explain.keeps", { cents: cents < 100 ? `${Math.round(cents)}¢` : dollars(Math.round(cents)) })}
    </p>
    ${of["ev-exact"] ? html`<p class="exact">${t("explain.exact")} <code>${grouped(of["ev-exact"])}</code></p>` : ""}
  </div>`;
}

/** The house edge as a fraction, its digits in groups: the expected value with the other sign. @param {string} fraction */
const grouped = (fraction) =>
  (fraction.startsWith("-") ? fraction.slice(1) : `−${fraction}`)
    .replace(/\B(?=(\d{3})+(?!\d))/g, ",")
    .replace("/", " / ");

const roads = () =>
  html`<h3 class="thing">${t("thing.roads")}</h3>
    ${["", ".bead", ".big", ".derived"].map((part) => html`<p class="says">${t(`explain.roads${part}`)}</p>`)}`;

/** Everything that can be explained here. @param {Table} table */
function index(table) {
  const things = Object.keys(table.explained.answer?.things ?? {}).filter((thing) => has(`thing.${thing}`));
  const button = (/** @type {string} */ thing, /** @type {string} */ words) =>
    html`<button class="btn" data-explain="${thing}">${words}</button>`;
  return html`<p class="note">${t("explain.tap")}</p>
    <section>
      <h2>${t("explain.wagers")}</h2>
      <div class="links">${table.rules.wagers.map((wager) => button(wager.key, wagerName(wager.key)))}</div>
    </section>
    <section>
      <h2>${t("explain.things")}</h2>
      <div class="links">${[...things, "roads"].map((thing) => button(thing, t(`thing.${thing}`)))}</div>
    </section>
    <div class="links">
      <a class="btn" href="#/howto/${encodeURIComponent(table.name)}">${t("howto.title")}</a
      ><button class="btn" data-guide>${t("guide.again")}</button>
    </div>`;
}
