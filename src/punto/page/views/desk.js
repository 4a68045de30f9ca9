/**
 * The dealer's desk: what is due, in words and with its section; keys and a scanner for the faces; what players do where a
 * table has no screens; and when something has gone wrong, a choice of what it was. It knows no procedure: all is expected.
 */
import { filled, ident } from "../game/acts.js";
import { call } from "../game/calls.js";
import { read } from "../game/cards.js";
import { follow, picture } from "../game/picture.js";
import { posted, rules } from "../game/rules.js";
import { Keyed, due, troubles, wanted } from "../game/work.js";
import { get, pictured, table as at } from "../net/api.js";
import { Live, SHUT } from "../net/live.js";
import { unpack } from "../draw/card.js";
import { icon, mark } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { dueName, named, personName } from "../i18n/names.js";
import { cited, heard, t } from "../i18n/words.js";
import { languages, listenForLanguage } from "./bar.js";
import { CallSheet } from "./deskcall.js";
import { COSIGNED, CosignSheet, PostSheet } from "./deskposts.js";
import { SeatSheet } from "./deskseat.js";
import { TableSheet } from "./desktable.js";
import { headline, work } from "./deskwork.js";
import { refocused } from "./focus.js";
import { login } from "./login.js";
import { Notices } from "./notices.js";

/**
 * @typedef {import("../game/types.js").Act} Act
 * @typedef {{beside: string, seat?: number, markup: () => import("../draw/markup.js").Markup, pressed: (button: HTMLButtonElement) => void,
 *   written?: (input: HTMLInputElement) => void, key?: (card: string) => boolean}} Sheet what lies over the work: a seat's, the table's, a call
 */
const PARTS =
  '<header class="bar"></header><section class="due" aria-live="polite"></section><main class="work" id="main" tabindex="-1"></main><aside class="steps"></aside><footer class="foot"></footer><div class="notices"></div>';

export class Desk extends HTMLElement {
  now = picture({});
  rules = rules({});
  /** @type {Act[]} */
  expected = [];
  keyed = new Keyed();
  /** @type {import("../game/calls.js").Call[]} what was called in this coup */
  calls = [];
  you = { who: "", role: "", seat: /** @type {number | null} */ (null) };
  /** @type {string[]} */
  duties = [];
  online = true;
  busy = false;
  wrong = false;
  /** @type {Act | null} what is keyed though it is not due: a card that was seen */
  chosen = null;
  /** @type {Record<string, string>} what those who sit here have chosen to be called, by seat */
  names = {};
  /** @type {Record<string, string>} depth of a card, as entered */
  depths = {};
  /** @type {Sheet | null} */
  sheet = null;

  /** @param {string} name */
  constructor(name) {
    super();
    this.name = name;
  }

  async connectedCallback() {
    const known = localStorage.getItem("known") ? await get("me").catch(() => null) : null;
    const may = (/** @type {any} */ person) =>
      person?.duties.some((/** @type {string} */ duty) => duty === "dealer" || duty === "floor");
    const me = may(known) ? known : await login(this, t("desk.login"), ["dealer", "floor"]);
    this.duties = me.duties ?? [];
    await unpack(document);
    this.rules = named(rules((await get(at(this.name))).rules));
    this.className = localStorage.getItem("mirrored") ? "deskpage mirrored" : "deskpage";
    /** @type {any} */ (this).filled = undefined;
    this.innerHTML = PARTS;
    this.notices = new Notices(/** @type {any} */ (this), /** @type {HTMLElement} */ (this.querySelector(".notices")));
    listenForLanguage(this);
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("input", (event) => this.written(/** @type {HTMLInputElement} */ (event.target)));
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.typed(event);
    document.addEventListener("keydown", this.onKey);
    this.stop = heard(() => this.render());
    this.live = new Live(
      this.name,
      (message) => this.hear(message),
      (online) => {
        this.online = online;
        this.render();
      },
    );
    document.title = `${t("desk.title")} · ${this.name}`;
  }

  disconnectedCallback() {
    this.live?.close();
    this.stop?.();
    if (this.onKey) document.removeEventListener("keydown", this.onKey);
  }

  // ---------------------------------------------------------------- what is heard

  /** @param {{kind: string, body: any}} message */
  hear({ kind, body }) {
    if (kind === "names" || body?.names) this.names = body.names ?? body;
    if (kind === "welcome") {
      this.you = body.you;
      if (body.picture) this.now = picture(body.picture);
    }
    if (kind === "events") for (const [i, event] of body.events.entries()) this.show(event, body.n + i);
    if (kind === "expected") this.expect(body);
    if (kind === "posted") this.posted(body);
    if (kind === "bye" && body.why === SHUT) {
      this.live?.close();
      this.notices?.say("shut", t("shut"), t("shut.desk"), "", 0);
    }
    this.render();
  }

  /** The pit has posted other limits, or switched the table. @param {{limits: Record<string, {least: number, most: number}>, disabled: boolean}} body */
  posted({ limits, disabled }) {
    this.rules = posted(this.rules, limits);
    this.notices?.say(
      "posted",
      t(disabled ? "notice.off" : "notice.posted"),
      t(disabled ? "notice.off.why" : "notice.posted.why"),
    );
  }

  /** Entered cards stay while the same act is due: a player who sits down does not clear them. @param {Act[]} acts */
  expect(acts) {
    const same = JSON.stringify(due(acts)) === JSON.stringify(due(this.expected));
    this.expected = acts;
    if (same) return;
    this.keyed = new Keyed();
    this.chosen = null;
    this.wrong = false;
    this.depths = {};
    if (!due(acts).length) this.refresh();
  }

  /** @param {import("../game/types.js").Happened} event @param {number} n */
  show(event, n) {
    if (event.event.startsWith("coup-ended/")) this.calls = [];
    const next = follow(this.now, event, n),
      said = call(next, event);
    this.now = next;
    if (said) this.calls.push(said);
    if (next.stale) this.refresh();
  }

  /** Look again: what others have to do is in the picture. */
  async refresh() {
    const known = await pictured(this.name, () => this.now.version).catch(() => null); // a lost line brings its own
    if (!known) return;
    this.now = picture({ ...known, agenda: this.now.agenda, settled: this.now.settled });
    this.render();
  }

  /** The displayed name of a seat's player. @param {{seat: number, who?: string}} seat */
  called(seat) {
    return this.names[seat.seat] ?? personName(seat.who ?? "");
  }

  // ---------------------------------------------------------------- what is done

  /** @param {Record<string, any>} command */
  async do(command) {
    const whole = { id: ident(), coup: this.now.coup, ...command },
      answer = await this.live?.do(whole);
    if (answer?.refused) this.notices?.refused(answer);
    if (answer?.refused && COSIGNED.has(answer.reason)) this.sheet = new CosignSheet(this, whole);
    return answer;
  }

  /** An act is made once: a second touch while it is on its way is none. @param {Act} act @param {Record<string, any>} [more] */
  async make(act, more = {}) {
    if (this.busy) return;
    this.busy = true;
    await this.given(act, more);
    this.busy = false;
    this.render();
  }

  /** @param {Act} act @param {Record<string, any>} more */
  given(act, more) {
    return this.do(filled(act, { ...this.depth(act), ...more }));
  }

  /** How deep a card goes in, where that is asked. @param {Act} act */
  depth(act) {
    const input = this.querySelector(`input[data-depth="${act.given?.step}"]`);
    return input instanceof HTMLInputElement ? { cards: Number(input.value) } : {};
  }

  /** @param {HTMLInputElement} input */
  written(input) {
    if (input.dataset.depth) this.depths[input.dataset.depth] = input.value;
    this.sheet?.written?.(input);
  }

  /** The act whose cards are keyed now. */
  get turns() {
    return this.chosen ?? due(this.expected).find((act) => act.holes?.faces);
  }

  /** @param {HTMLElement} target */
  pressed(target) {
    const button = target.closest("button");
    if (!button) return;
    const { act, key, choice, post, wrong, back, mirror, trouble, sheet, seat } = button.dataset;
    if (act) this.make(this.expected[Number(act)], { ...(choice ? { choice } : {}), ...(post ? { post } : {}) });
    if (key && !this.sheet?.key?.(key)) this.key(key);
    if (wrong !== undefined) {
      this.wrong = !this.wrong;
      this.chosen = null;
      this.sheet = null;
    }
    if (back !== undefined) {
      if (this.keyed.faces.length) this.keyed.back();
      else this.chosen = null;
    }
    if (mirror !== undefined) {
      this.classList.toggle("mirrored");
      localStorage.setItem("mirrored", this.classList.contains("mirrored") ? "yes" : "");
    }
    if (trouble) this.happened(this.expected[Number(trouble)]);
    if (sheet !== undefined) this.open(sheet);
    if (seat)
      this.sheet =
        this.sheet instanceof SeatSheet && this.sheet.seat === Number(seat) ? null : new SeatSheet(this, Number(seat));
    this.sheet?.pressed(button);
    this.render();
  }

  /** @param {string} sheet */
  open(sheet) {
    const same =
      (sheet === "table" && this.sheet instanceof TableSheet) ||
      (sheet === "call" && this.sheet instanceof CallSheet) ||
      (sheet === "posts" && this.sheet instanceof PostSheet);
    const kind = sheet === "table" ? TableSheet : sheet === "posts" ? PostSheet : CallSheet;
    this.wrong = false;
    this.sheet = same || !sheet ? null : new kind(this);
  }

  /** A card went wrong: one that lies face down is dealt to where it lies, one that was seen is keyed. @param {Act} act */
  happened(act) {
    if (act.do === "deal") this.make(act);
    else {
      this.chosen = act;
      this.keyed = new Keyed();
    }
    this.wrong = false;
  }

  /** @param {string} card */
  key(card) {
    const act = this.turns,
      faces = act && this.keyed.key(card, wanted(act));
    if (act && faces) this.make(act, { faces });
    this.render();
  }

  /** A scanner types like a keyboard: rank and suit, then Enter. @param {KeyboardEvent} event */
  typed(event) {
    if (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    if (event.key === "Escape" && (this.sheet || this.wrong)) this.open("");
    if (event.key === "Enter" && this.keyed.typed) {
      const card = read(this.keyed.typed);
      this.keyed.typed = "";
      event.preventDefault();
      if (card && this.turns) this.key(card);
      else this.notices?.say("scan", t("desk.unread"), t("desk.unread.why"));
    } else if (/^[0-9a-z♠♥♣♦]$/i.test(event.key)) this.keyed.typed = (this.keyed.typed + event.key).slice(-3);
    this.render();
  }

  // ---------------------------------------------------------------- what is shown

  render() {
    if (!this.querySelector(".due")) return;
    const first = due(this.expected)[0],
      part = (/** @type {string} */ name) => this.querySelector(name);
    refocused(this, () => {
      fill(part(".bar"), this.bar());
      fill(part(".due"), headline(this, first));
      fill(part(".work"), html`${work(this, first)}`);
      fill(
        part(".steps"),
        html`<h2>${t("coup", { coup: this.now.number })}</h2>
          <ol>
            ${this.calls.slice(-12).map((one) => html`<li class="done">${icon("check", 18)}<span>${t(one.key, one.values)}</span><span class="sec">${cited(one.section)}</span></li>`)}${first ? html`<li class="now"><span class="dot"></span><span>${dueName(first)}</span><span class="sec">${cited(first.section)}</span></li>` : ""}
          </ol>`,
      );
      fill(part(".foot"), this.foot());
    });
    this.notices?.update();
  }

  bar() {
    const where = html`<h1 class="where">
      <b>${t("desk.title")}</b
      ><span class="hide-s">${t("table.title", { name: this.name })} · ${t(`rulebook.${this.rules.rulebook}`)}</span
      ><span>${t("shoe.coup", { shoe: this.now.shoe, coup: this.now.number })}</span>
    </h1>`;
    const line = html`<span class="tag ${this.online ? "good" : "warn"}"
      >${icon(this.online ? "check" : "flag", 14)}${t(this.online ? "desk.ready" : "notice.lost")}</span
    >`;
    const mine = this.now.posts.find((held) => held.who === this.you.who);
    const posts = this.now.posted
      ? html`<button
          class="btn ghost"
          data-sheet="posts"
          aria-expanded="${this.sheet instanceof PostSheet ? "true" : "false"}"
        >
          ${icon("hand")}${mine ? t(`post.${mine.post}`) : t("posts.none")}
        </button>`
      : "";
    const pit = this.duties.includes("floor")
      ? html`<nav aria-label="${t("nav.label")}" class="hide-s"><a href="#/pit">${t("nav.pit")}</a></nav>`
      : "";
    return html`${mark()}${where}<span class="grow"></span>${pit}${posts}${line}<button
        class="btn ghost"
        data-mirror
        aria-label="${t("desk.mirror")}"
        title="${t("desk.mirror")}"
      >
        ${icon("swap")}</button
      >${languages()}`;
  }

  foot() {
    const open = (/** @type {boolean} */ is) => html`aria-expanded="${is ? "true" : "false"}"`;
    return html`<button class="btn" data-back ${this.keyed.faces.length || this.chosen ? "" : html`disabled`}>
        ${icon("undo")}${t("desk.back")}</button
      ><button class="btn" data-wrong ${open(this.wrong)} ${troubles(this.expected).length ? "" : html`disabled`}>
        ${icon("flag")}${t("desk.wrong")}</button
      ><button class="btn" data-sheet="table" ${open(this.sheet instanceof TableSheet)}>
        ${icon("menu")}${t("desk.table")}</button
      ><span class="grow"></span
      ><button class="btn" data-sheet="call" ${open(this.sheet instanceof CallSheet)}>
        ${icon("phone")}${t("desk.call")}
      </button>`;
  }
}
customElements.define("punto-desk", Desk);
