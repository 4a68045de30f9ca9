/** Surveillance, live: every table of the floor in one view, each on its own line, with what lies on it now. */
import { count } from "../game/cards.js";
import { lies, sum } from "../game/felt_state.js";
import { dollars } from "../game/money.js";
import { follow, picture } from "../game/picture.js";
import { get } from "../net/api.js";
import { Live } from "../net/live.js";
import { picture as drawn, unpack } from "../draw/card.js";
import { big } from "../draw/road.js";
import { icon, ring } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { cardName, stamp, wagerName } from "../i18n/names.js";
import { has, t } from "../i18n/words.js";
import { refill } from "./focus.js";
import { Room, said } from "./room.js";

const LOOK_AGAIN = 5000,
  TICK = 500;

/** One table: its line, and the picture that follows from it. */
class Monitor {
  /** @param {any} table as the lobby has it @param {boolean} dropAgain how roads are drawn @param {() => void} changed */
  constructor(table, dropAgain, changed) {
    this.table = table;
    this.dropAgain = dropAgain;
    this.now = picture({ seats: [] });
    this.online = false;
    this.closes = 0;
    this.changed = changed;
    /** @type {Live | null} */
    this.line = null;
  }

  /** Connect only while the table is visible: a floor may have many. @param {boolean} seen */
  look(seen) {
    if (seen)
      this.line ??= new Live(
        this.table.table,
        (message) => {
          this.hear(message);
          this.changed();
        },
        (online) => {
          this.online = online;
          this.changed();
        },
      );
    else {
      this.line?.close();
      this.line = null;
    }
  }

  /** @param {{kind: string, body: any}} message */
  hear({ kind, body }) {
    if (kind === "welcome" && body.picture) this.now = picture(body.picture);
    if (kind === "timer") this.closes = body.closes ?? 0;
    if (kind === "meters") this.now = { ...this.now, meters: body };
    if (kind !== "events") return;
    for (const [i, event] of body.events.entries()) this.now = follow(this.now, event, body.n + i);
    if (/** @type {any} */ (this.now).stale) this.line?.renew();
  }

  get seconds() {
    return this.closes && this.line ? Math.max(0, Math.ceil(this.line.until(this.closes) / 1000)) : 0;
  }

  view() {
    const { now, table } = this,
      name = table.table,
      href = encodeURIComponent(name),
      phase = now.trouble ? t("call.held") : t(`phase.${now.phase}`),
      seats = now.seats.map((seat) => ({ seat, all: sum(lies(now, seat)) })),
      felt = seats.reduce((all, one) => all + one.all, 0);
    const hand = (/** @type {"P" | "B"} */ side) =>
      html`<div class="mhand">
        <span class="key ${side}">${t(`letter.${side}`)}</span
        >${[1, 2, 3].map((number) => (side + number in now.places ? drawn(now.places[side + number], 34, cardName(now.places[side + number])) : html`<i class="gap ${number === 3 ? "third" : ""}"></i>`))}<b
          >${count(now.places, side) ?? ""}</b
        >
      </div>`;
    return html`<h2>
        <span>${t("table.title", { name })}</span
        ><span class="sec">${t("shoe.coup", { shoe: now.shoe, coup: now.number })}</span>
      </h2>
      <p class="state ${now.trouble ? "held" : ""}">
        <i class="dot ${now.phase}"></i
        >${phase}${this.online ? "" : html`<span class="tag warn">${t("wall.lost")}</span>`}<span class="grow"></span
        >${now.phase === "betting" && this.closes ? ring(this.seconds / (table["bet-seconds"] || 15), this.seconds) : ""}
      </p>
      <div class="mhands">${hand("P")}${hand("B")}</div>
      <ol class="mseats">
        ${seats.map(
          ({ seat, all }) =>
            html`<li
              class="${seat.taken ? "" : "free"}"
              title="${Object.entries(seat.stakes)
                .map(([wager, cents]) => `${wagerName(wager)} ${dollars(cents)}`)
                .join(", ")}"
            >
              <span>${seat.seat}</span><b>${all ? dollars(all) : seat.taken ? "·" : ""}</b>
            </li>`,
        )}
      </ol>
      <p class="mfoot">
        <span>${t("wall.felt", { cents: dollars(felt) })}</span>${Object.entries(now.meters)
          .slice(0, 1)
          .map(
            ([meter, cents]) =>
              html`<span
                >${t(has(`meter.${meter}`) ? `meter.${meter}` : meter)} ${dollars(Math.floor(cents / 100) * 100)}</span
              >`,
          )}
      </p>
      <div class="mroad">${big(now.outcomes, 44, 11, t("lobby.road", { name }), { dropAgain: this.dropAgain })}</div>
      <p class="go">
        <a class="btn" href="#/watch/${href}">${icon("shield")}${t("wall.records")}</a
        ><a class="btn" href="#/table/${href}">${t("watch")}</a>
      </p>`;
  }
}

export class Wall extends Room {
  constructor() {
    super("watch", "wall", false);
    /** @type {Map<string, Monitor>} */
    this.monitors = new Map();
    this.problem = "";
    /** @type {any[]} what was done from the server's console */
    this.emergencies = [];
    /** @type {number | undefined} */
    this.frame = undefined;
    this.seen = new IntersectionObserver(
      (entries) => {
        for (const entry of entries)
          this.monitors.get(/** @type {HTMLElement} */ (entry.target).dataset.table ?? "")?.look(entry.isIntersecting);
      },
      { rootMargin: "200px" },
    );
  }

  async begin() {
    await Promise.all([this.look(), unpack(document)]);
    this.looking = window.setInterval(() => this.look(), LOOK_AGAIN);
    this.ticking = window.setInterval(() => this.draw(), TICK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.looking);
    clearInterval(this.ticking);
    this.seen.disconnect();
    for (const monitor of this.monitors.values()) monitor.look(false);
  }

  async look() {
    try {
      const { tables, "drop-again": dropAgain } = await get("tables"),
        names = new Set(tables.map((/** @type {any} */ one) => one.table));
      for (const table of tables)
        if (!this.monitors.has(table.table) && this.isConnected)
          this.monitors.set(table.table, new Monitor(table, dropAgain, () => this.soon()));
      for (const [name, monitor] of this.monitors)
        if (!names.has(name)) {
          monitor.look(false);
          this.monitors.delete(name);
        }
      this.problem = "";
      if (localStorage.getItem("known"))
        this.emergencies = (await get("emergencies").catch(() => ({ emergencies: [] }))).emergencies;
    } catch (error) {
      this.problem = said(error);
    }
    this.render();
  }

  /** Once a frame, however much was heard. */
  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  render() {
    refill(
      this.main,
      html`<div class="roomhead">
          <h1>${t("wall.title")}</h1>
          <p class="note">${t("wall.note", { tables: this.monitors.size })}</p>
        </div>
        ${this.problem ? html`<p class="problem" role="alert">${t("lobby.problem")}</p>` : ""}
        ${this.emergencies.map((/** @type {any} */ one) => html`<p class="problem emergency" role="alert"><b>${t("people.emergency")}</b> ${stamp(one.at)} · ${one.detail.why}</p>`)}
        <div class="monitors">
          ${[...this.monitors.keys()].map((name) => html`<article class="monitor panel" data-table="${name}" aria-label="${t("table.title", { name })}"></article>`)}
        </div>`,
    );
    for (const article of this.querySelectorAll(".monitor")) this.seen.observe(article);
    this.draw();
  }

  draw() {
    for (const article of this.querySelectorAll(".monitor")) {
      const monitor = this.monitors.get(/** @type {HTMLElement} */ (article).dataset.table ?? "");
      if (monitor) refill(article, monitor.view());
    }
  }
}
customElements.define("punto-wall", Wall);
