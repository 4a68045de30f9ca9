/** The lobby: every table with what one needs to choose it, and one click to sit down. */
import { dollars } from "../game/money.js";
import { range as hands, rules, side } from "../game/rules.js";
import { get, table as at } from "../net/api.js";
import { big } from "../draw/road.js";
import { mark } from "../draw/icons.js";
import { fill, html, r } from "../draw/markup.js";
import { named, range, wagerName } from "../i18n/names.js";
import { has, heard, t } from "../i18n/words.js";
import { languages, listenForLanguage } from "./bar.js";

const FILTERS = ["all", "free", "squeeze", "low", "ez"];
const AGAIN = 2500;

/** The rooms that need no login, and what is at the right of every bar. @param {string} here @param {unknown} [right] */
export const topBar = (here, right = "") =>
  html`<header class="bar">
    ${mark()}
    <nav aria-label="${t("nav.label")}">
      ${[
        ["tables", "#/"],
        ["howto", "#/howto"],
        ["odds", "#/odds"],
        ["rules", "#/rules"],
        ["editor", "#/editor"],
        ["school", "#/school"],
        ["watch", "#/watch"],
        ["pit", "#/pit"],
      ].map(
        ([room, href]) =>
          html`<a href="${href}" ${room === here ? html`aria-current="page"` : ""}>${t(`nav.${room}`)}</a>`,
      )}
    </nav>
    <span class="grow"></span>${languages()}${right}
  </header>`;

export class Lobby extends HTMLElement {
  /** @type {any[] | null} */
  tables = null;
  /** @type {Map<string, import("../game/types.js").Rules>} */
  rules = new Map();
  /** @type {any} */
  me = null;
  filter = "all";
  dropAgain = false;
  problem = "";

  connectedCallback() {
    listenForLanguage(this);
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.stopListening = heard(() => this.render());
    this.timer = window.setInterval(() => this.look(), AGAIN);
    document.title = "Punto";
    this.render();
    this.look();
    if (localStorage.getItem("known"))
      get("me")
        .then((me) => {
          this.me = me;
          this.render();
        })
        .catch(() => localStorage.removeItem("known"));
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    this.stopListening?.();
  }

  async look() {
    if (document.hidden) return;
    try {
      const { tables, "drop-again": dropAgain } = await get("tables");
      this.dropAgain = dropAgain;
      await Promise.all(
        tables
          .filter((/** @type {any} */ one) => !this.rules.has(one.table))
          .map(async (/** @type {any} */ one) =>
            this.rules.set(one.table, named(rules((await get(at(one.table))).rules))),
          ),
      );
      this.tables = tables;
      this.problem = "";
    } catch (error) {
      this.problem = String(error);
    }
    this.render();
  }

  /** @param {HTMLElement} target */
  async pressed(target) {
    const button = target.closest("button");
    if (button?.dataset.filter) {
      this.filter = button.dataset.filter;
      this.render();
    }
    if (!button?.dataset.sit) return;
    location.hash = `#/table/${encodeURIComponent(button.dataset.sit)}/sit`;
  }

  /** @param {any} table */
  fits(table) {
    const of = /** @type {import("../game/types.js").Rules} */ (this.rules.get(table.table));
    return { all: true, free: freeSeats(table) > 0, squeeze: of.squeeze, low: hands(of).least < 25_00, ez: of.ez }[
      this.filter
    ];
  }

  render() {
    const tables = (this.tables ?? []).filter((table) => this.fits(table)),
      seats = (this.tables ?? []).reduce((sum, table) => sum + freeSeats(table), 0);
    const known = this.me?.who ? html`<span class="tag">${this.me.guest ? t("guest") : this.me.name}</span>` : "";
    fill(
      this,
      html`${topBar("tables", known)}
        <main class="lob" id="main" tabindex="-1">
          <div class="lobhead">
            <h1>${t("lobby.title")}</h1>
            <p>${this.tables ? t("lobby.note", { tables: this.tables.length, seats }) : t("loading")}</p>
            <div class="filters" role="group" aria-label="${t("lobby.filters")}">
              ${FILTERS.map((filter) => html`<button class="btn" data-filter="${filter}" aria-pressed="${filter === this.filter ? "true" : "false"}">${t(`filter.${filter}`)}</button>`)}
            </div>
          </div>
          ${this.problem ? html`<p class="problem">${t("lobby.problem")}</p>` : ""}
          <div class="tables">
            ${tables.map((table) => tableCard(table, /** @type {import("../game/types.js").Rules} */ (this.rules.get(table.table)), this.dropAgain))}
          </div>
          ${this.tables && !tables.length ? html`<p class="none">${t("lobby.none")}</p>` : ""}
          <p class="lobfoot">${t("lobby.honest")}</p>
        </main>`,
    );
  }
}

/** @param {any} table */
const freeSeats = (table) => table.seats - table.taken;

/** The times of a table, in words. @param {{name: string, bets: number}} of */
export const rhythm = ({ name, bets }) =>
  name ? t("rhythm.seconds", { name: t(`rhythm.${name}`), seconds: Math.round(bets / 1000) }) : t("rhythm.");

/** @param {any} table @param {import("../game/types.js").Rules} of */
function facts(table, of) {
  const vigorish = of.vigorish ? `${of.vigorish.rate}, ${t(`vigorish.${of.vigorish.when}`)}` : t("vigorish.none");
  return [
    ["limits", range(hands(of))],
    ["decks", `${of.decks}, ${t(of.continuous ? "continuous" : of.virtual ? "virtual" : "physical")}`],
    ["vigorish", vigorish],
    ["play", t(of.curator ? "play.curator" : of.squeeze ? "play.squeeze" : "play.untouched")],
    ["rhythm", rhythm(table.rhythm)],
  ].map(
    ([key, value]) =>
      html`<dt>${t(`fact.${key}`)}</dt>
        <dd>${value}</dd>`,
  );
}

/** @param {any} table @param {import("../game/types.js").Rules} of @param {boolean} dropAgain */
function tableCard(table, of, dropAgain) {
  const cls = { wine: "felt-wine", night: "felt-night" }[of.felt] ?? "",
    free = freeSeats(table),
    name = table.table,
    title = t("table.title", { name });
  const meters = Object.entries(table.meters);
  const foot = meters.length
    ? meters
        .slice(0, 3)
        .map(
          ([meter, cents]) =>
            html`<span
              >${t(has(`meter.${meter}.short`) ? `meter.${meter}.short` : `meter.${meter}`)}
              <b>${dollars(Number(cents))}</b></span
            >`,
        )
    : html`<span
        >${
          side(of)
            .slice(0, 3)
            .map((wager) => wagerName(wager.key))
            .join(" · ") || "\u00a0"
        }</span
      >`;
  return html`<article class="tc" aria-label="${title}">
    <div class="top ${cls}">
      <div>
        <h2>${title}</h2>
        <p class="of"><b>${t(`rulebook.${table.rulebook}`)}</b><span>${table.pit || "\u00a0"}</span></p>
        <p class="now">
          <i class="dot ${table.phase}"></i>${t(`phase.${table.phase}`)}, ${t("coup", { coup: table.number })}
        </p>
      </div>
      ${seatsSketch(table.seats, table.seated, free)}
    </div>
    <div class="rd">${big(table.outcomes, 35, 15, t("lobby.road", { name }), { dropAgain, last: false })}</div>
    <dl>${facts(table, of)}</dl>
    <p class="mt">${foot}</p>
    <div class="go">
      ${free ? html`<button class="btn primary" data-sit="${name}">${t("sit")}</button>` : ""}<a
        class="btn"
        href="#/table/${encodeURIComponent(name)}"
        >${t("watch")}</a
      >${of.virtual ? html`<a class="btn" href="#/odds/${encodeURIComponent(name)}">${t("nav.odds")}</a>` : html`<a class="btn" href="#/desk/${encodeURIComponent(name)}">${t("lobby.deal")}</a>`}
    </div>
  </article>`;
}

/** A small table seen from above: the dealer at the top, seat 1 at the left, taken seats filled. @param {number} seats @param {number[]} taken @param {number} free */
function seatsSketch(seats, taken, free) {
  const edge = seats > 9 ? 8 : 18,
    step = (180 - 2 * edge) / Math.max(1, seats - 1);
  const dots = Array.from({ length: seats }, (_, i) => {
    const angle = ((180 - edge - i * step) * Math.PI) / 180;
    return html`<circle
      cx="${r(88 + 82 * Math.cos(angle))}"
      cy="${r(17 + 59 * Math.sin(angle))}"
      r="${seats > 9 ? 5.4 : 6.6}"
      fill="${taken.includes(i + 1) ? "var(--felt-line)" : "var(--felt-deep)"}"
      stroke="var(--felt-line)"
      stroke-width="1.4"
    />`;
  });
  return html`<svg
    class="mini"
    viewBox="0 0 176 84"
    width="176"
    height="84"
    role="img"
    aria-label="${t("lobby.taken", { taken: seats - free, seats })}"
  >
    <path
      d="M26 14H150Q162 14 160 26C154 56 124 66 88 66C52 66 22 56 16 26Q14 14 26 14Z"
      fill="#000"
      fill-opacity=".16"
      stroke="var(--felt-line)"
      stroke-opacity=".55"
      stroke-width="1.2"
    />
    <rect x="74" y="7" width="28" height="9" rx="3" fill="#0b1114" stroke="var(--felt-line)" stroke-opacity=".6" />
    ${dots}
    <text x="88" y="45" text-anchor="middle" font-size="12" fill="var(--felt-text)">
      ${free ? t("lobby.free", { free }) : t("lobby.full")}
    </text>
  </svg>`;
}
customElements.define("punto-lobby", Lobby);
