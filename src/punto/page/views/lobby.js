/** The lobby: every table with what one needs to choose it, and one click to sit down. */
import { dollars, exact, marked, signed } from "../game/money.js";
import { range as hands, rules, side } from "../game/rules.js";
import { get, table as at } from "../net/api.js";
import { big } from "../draw/road.js";
import { icon, mark, ring } from "../draw/icons.js";
import { html, r } from "../draw/markup.js";
import { named, range, wagerName } from "../i18n/names.js";
import { has, heard, t } from "../i18n/words.js";
import { languages, listenForLanguage } from "./bar.js";
import { refill } from "./focus.js";

const FILTERS = ["all", "free", "squeeze", "low", "ez"],
  KEPT = "lobby", // the filter and the search, for the next visit
  PAGE = 24;
const AGAIN = 2500;

/** The rooms that need no login, and what is at the right of every bar. @param {string} here @param {unknown} [right] */
export const topBar = (here, right = "") =>
  html`<header class="bar">
    ${mark()}
    <nav aria-label="${t("nav.label")}">
      ${[
        ["tables", "#/"],
        ["mine", "#/mine"],
        ["howto", "#/howto"],
        ["odds", "#/odds"],
        ["rules", "#/rules"],
        ["editor", "#/editor"],
        ["school", "#/school"],
        ["watch", "#/watch"],
        ["pit", "#/pit"],
        ...(["watch", "pit", "people"].includes(here) ? [["people", "#/people"]] : []),
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
  filter = localStorage.getItem(KEPT) ?? "all";
  search = "";
  many = PAGE;
  drift = 0; // the server's clock less ours
  /** @type {{table: string, seat: number, own: any} | null} the own seat, and what lies there */
  mine = null;
  /** @type {{table: string, cents: number, net: number} | null} what was left with */
  left = JSON.parse(sessionStorage.getItem("left") ?? "null");
  dropAgain = false;
  problem = "";

  connectedCallback() {
    listenForLanguage(this);
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.stopListening = heard(() => this.render());
    this.timer = window.setInterval(() => this.look(), AGAIN);
    this.ticking = window.setInterval(() => this.render(), 1000); // countdowns
    this.addEventListener("input", (event) => {
      const field = /** @type {HTMLInputElement} */ (event.target);
      if (field.name !== "search") return;
      this.search = field.value;
      this.render();
    });
    sessionStorage.removeItem("left");
    document.title = "Punto";
    this.render();
    this.look();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
    clearInterval(this.ticking);
    this.stopListening?.();
  }

  async look() {
    if (document.hidden) return;
    try {
      const [{ tables, now, "drop-again": dropAgain }] = await Promise.all([get("tables"), this.known()]);
      this.drift = now - Date.now();
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

  /** The user, and the seat they have. */
  async known() {
    if (!localStorage.getItem("known")) return;
    this.me = await get("me").catch(() => null);
    if (!this.me) return localStorage.removeItem("known");
    const [[table, seat] = []] = Object.entries(this.me.seats ?? {});
    const found = table && (await get(`${at(table)}/picture`).catch(() => null)),
      own = found?.picture.seats.find((/** @type {any} */ one) => one.seat === seat);
    this.mine = table && own ? { table, seat: Number(seat), own } : null;
    return undefined;
  }

  /** @param {HTMLElement} target */
  async pressed(target) {
    const button = target.closest("button");
    if (button?.dataset.filter) {
      this.filter = button.dataset.filter;
      localStorage.setItem(KEPT, this.filter);
      this.render();
    }
    if (button?.dataset.many !== undefined) this.many += PAGE;
    if (button?.dataset.dismiss !== undefined) this.left = null;
    if (button) this.render();
    if (!button?.dataset.sit) return;
    location.hash = `#/table/${encodeURIComponent(button.dataset.sit)}/sit`;
  }

  /** @param {any} table */
  fits(table) {
    const of = /** @type {import("../game/types.js").Rules} */ (this.rules.get(table.table)),
      words = `${table.table} ${table.pit} ${t(`rulebook.${table.rulebook}`)}`.toLowerCase();
    if (!words.includes(this.search.trim().toLowerCase())) return false;
    return { all: true, free: freeSeats(table) > 0, squeeze: of.squeeze, low: hands(of).least < 25_00, ez: of.ez }[
      this.filter
    ];
  }

  /** The seconds until bets close at a table, and the part of the time that is left. @param {any} table */
  closing(table) {
    const left = table.closes === null ? 0 : table.closes - this.drift - Date.now();
    return left > 0
      ? {
          seconds: Math.ceil(left / 1000),
          part: Math.min(1, left / (table.rhythm.bets || table["bet-seconds"] * 1000)),
        }
      : null;
  }

  /** The own seat, and what was left with. */
  pinned() {
    const { mine, left } = this,
      table = mine && this.tables?.find((one) => one.table === mine.table),
      time = table && this.closing(table);
    const staked = Object.values(mine?.own.stakes ?? {}).reduce((sum, cents) => sum + Number(cents), 0);
    const fact = (/** @type {string} */ name, /** @type {string} */ value) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`;
    const gone = left
      ? html`<p class="panel leftwith" role="status">
          ${t("lobby.left", { name: left.table, cents: exact(left.cents), net: signed(left.net) })}
          <a href="#/mine">${t("nav.mine")}</a
          ><button class="btn ghost" data-dismiss aria-label="${t("close")}">${icon("clear", 14)}</button>
        </p>`
      : "";
    if (!mine || !table) return gone;
    return html`${gone}
      <section class="panel pinned">
        <div class="ringbox">${time ? ring(time.part, time.seconds) : ""}</div>
        <div>
          <h2>${t("lobby.mine", { name: mine.table, seat: mine.seat })}</h2>
          <p class="note">
            ${time ? t("call.closes", { seconds: time.seconds }) : t(`phase.${table.phase}`)}. ${t("lobby.stays")}
          </p>
        </div>
        <dl>
          ${fact(t("on-felt"), dollars(staked))}${mine.own.owes ? fact(t("purse.owed"), exact(marked(mine.own.owes))) : ""}${fact(t("purse.balance"), exact(mine.own.chips ?? 0))}
        </dl>
        <a class="btn primary" href="#/table/${encodeURIComponent(mine.table)}"
          >${t("lobby.return", { name: mine.table })}</a
        >
      </section>`;
  }

  render() {
    const tables = (this.tables ?? []).filter((table) => this.fits(table)),
      seats = (this.tables ?? []).reduce((sum, table) => sum + freeSeats(table), 0);
    const known = this.me?.who ? html`<span class="tag">${this.me.guest ? t("guest") : this.me.name}</span>` : "";
    refill(
      this,
      html`${topBar("tables", known)}
        <main class="lob" id="main" tabindex="-1">
          ${this.pinned()}
          <div class="lobhead">
            <h1>${t("lobby.title")}</h1>
            <p>${this.tables ? t("lobby.note", { tables: this.tables.length, seats }) : t("loading")}</p>
            ${(this.tables?.length ?? 0) > 6 ? html`<input type="text" name="search" class="search" placeholder="${t("lobby.search")}" aria-label="${t("lobby.search")}" autocomplete="off" value="${this.search}" />` : ""}
            <div class="filters" role="group" aria-label="${t("lobby.filters")}">
              ${FILTERS.map((filter) => html`<button class="btn" data-filter="${filter}" aria-pressed="${filter === this.filter ? "true" : "false"}">${t(`filter.${filter}`)}</button>`)}
            </div>
          </div>
          ${this.problem ? html`<p class="problem">${t("lobby.problem")}</p>` : ""}
          <div class="tables">
            ${tables.slice(0, this.many).map((table) => tableCard(table, /** @type {import("../game/types.js").Rules} */ (this.rules.get(table.table)), { dropAgain: this.dropAgain, time: this.closing(table), mine: this.mine?.table === table.table }))}
          </div>
          ${tables.length > this.many ? html`<p><button class="btn" data-many>${t("lobby.more", { many: tables.length - this.many })}</button></p>` : ""}
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

/** @param {any} table @param {import("../game/types.js").Rules} of @param {{dropAgain: boolean, time: {seconds: number, part: number} | null, mine: boolean}} how */
function tableCard(table, of, { dropAgain, time, mine }) {
  const cls = { wine: "felt-wine", night: "felt-night" }[of.felt] ?? "",
    free = freeSeats(table),
    awaits = table["awaits-dealer"],
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
  return html`<article class="tc ${awaits ? "awaits" : ""} ${mine ? "own" : ""}" aria-label="${title}">
    <div class="top ${cls}">
      <div>
        <h2>${title}</h2>
        <p class="of"><b>${t(`rulebook.${table.rulebook}`)}</b><span>${table.pit || "\u00a0"}</span></p>
        <p class="now">
          ${awaits ? t("lobby.awaits") : html`${time ? ring(time.part, time.seconds) : html`<i class="dot ${table.phase}"></i>`}${t(`phase.${table.phase}`)}, ${t("coup", { coup: table.number })}`}
        </p>
      </div>
      ${seatsSketch(table.seats, table.seated, free)}
    </div>
    <div class="rd">${big(table.outcomes, 35, 15, t("lobby.road", { name }), { dropAgain, last: false })}</div>
    <dl>${facts(table, of)}</dl>
    <p class="mt">${foot}</p>
    <div class="go">
      ${mine ? html`<a class="btn primary" href="#/table/${encodeURIComponent(name)}">${t("lobby.back")}</a>` : free && !awaits ? html`<button class="btn primary" data-sit="${name}">${t("sit")}</button>` : ""}<a
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
