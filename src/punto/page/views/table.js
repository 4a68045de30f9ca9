/** The table: it receives messages, shows events one after another, and sends the player's commands. */
import { asked, filled, find, free, ident, open, turning } from "../game/acts.js";
import { follow, picture } from "../game/picture.js";
import { moved } from "../game/results.js";
import { limits, posted, rules } from "../game/rules.js";
import { named } from "../i18n/names.js";
import { Slip } from "../game/slip.js";
import { get, known, pictured, table as at } from "../net/api.js";
import { Live, SHUT } from "../net/live.js";
import { unpack } from "../draw/card.js";
import { html } from "../draw/markup.js";
import { has, heard, t } from "../i18n/words.js";
import { announce } from "./announcement.js";
import { Bar } from "./bar.js";
import { Bets } from "./bets.js";
import { Explained } from "../net/explained.js";
import { Dock } from "./dock.js";
import { Drawer } from "./drawer.js";
import { explaining } from "./explain.js";
import { Felt } from "./felt.js";
import { Guide } from "./guide.js";
import { Heard } from "./heard.js";
import { Notices } from "./notices.js";
import { OwnEntropy } from "./ownentropy.js";
import { Paper } from "./paper.js";
import { Side } from "./side.js";
import { sit, sitDown } from "./sitting.js";
import { hearEvent } from "./sound.js";
import { Stage } from "./stage.js";

export class Table extends HTMLElement {
  /** @type {import("../game/types.js").Rules} */
  rules = rules({});
  now = picture({});
  /** @type {import("../game/pace.js").Times} */
  times = {};
  dropAgain = false; // how the floor draws roads
  /** @type {import("../game/types.js").Act[]} */
  expected = [];
  /** @type {{who: string, role: string, seat: number | null}} */
  you = { who: "", role: "spectator", seat: null };
  slip = new Slip();
  bets = new Bets(this);
  heard = new Heard(this);
  entropy = new OwnEntropy(this);
  /** @type {{closes: number | null, waits: number | null, whole: number}} */
  timer = { closes: null, waits: null, whole: 0 };
  /** @type {{cents: number | null, standing: any, limits: Record<string, number>, paused: number | null, coupons?: {number: number, cents: number, expires: number}[]} | null} */
  account = null;
  /** @type {Record<string, string>} */
  held = {};
  /** @type {Record<string, string>} what those who sit here have chosen to be called, by seat */
  names = {};
  online = true;
  shut = false;
  confirmed = false;
  chip = 0;
  thing = ""; // what the drawer explains
  moved = 0; // net cents of events shown since the last account message

  /** @param {string} name */
  constructor(name) {
    super();
    this.name = name;
    this.explained = new Explained(name);
  }

  /** The parts of the page, before anything is known. */
  outline() {
    this.className = "tablepage";
    this.innerHTML = String(
      html`<header class="bar"></header>
        <main class="feltbox" id="main" tabindex="-1"></main>
        <section class="dock panel" aria-label="${t("dock.label")}"></section>
        <aside class="side" aria-label="${t("side.label")}"></aside>
        <section class="roads" aria-label="${t("roads.label")}"></section>
        <div class="notices"></div>
        <section class="guide" aria-label="${t("guide.again")}" hidden></section>
        <div class="vh" aria-live="polite" id="polite"></div>
        <div class="vh" aria-live="assertive" id="assertive"></div>
        <dialog class="drawer"></dialog>`,
    );
  }

  /** Fill them, once the rules are known. */
  furnish() {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (this.querySelector(name));
    this.bar = new Bar(this, part(".bar"));
    this.felt = new Felt(this, part(".feltbox"));
    this.dock = new Dock(this, part(".dock"));
    this.side = new Side(this, part(".side"));
    this.paper = new Paper(this, part(".roads"));
    this.notices = new Notices(this, part(".notices"));
    this.guide = new Guide(this, part(".guide"));
    this.drawer = new Drawer(this, /** @type {HTMLDialogElement} */ (this.querySelector("dialog")));
  }

  async connectedCallback() {
    this.outline();
    const [described] = await Promise.all([get(at(this.name)), unpack(document)]);
    this.rules = named(rules(described.rules));
    this.times = described.times;
    this.dropAgain = described["drop-again"];
    const felt = { wine: "felt-wine", night: "felt-night" }[this.rules.felt];
    if (felt) this.classList.add(felt);
    this.furnish();
    explaining(this);
    this.stage = new Stage(
      (event, n, late) => this.show(event, n, late),
      () => this.times,
      () => this.live?.now() ?? Date.now(),
    );
    if (this.dataset.sit) await known();
    this.live = new Live(
      this.name,
      (message) => this.hear(message),
      (online) => {
        this.online = online;
        this.render();
      },
    );
    this.stopListening = heard(() => {
      this.felt?.forget();
      this.render();
    });
    this.ticking = window.setInterval(() => this.tick(), 250);
  }

  disconnectedCallback() {
    this.live?.close();
    this.stopListening?.();
    this.felt?.stop();
    if (this.stage) this.stage.over = true;
    clearInterval(this.ticking);
  }

  // ---------------------------------------------------------------- what is heard

  /** @param {{kind: string, body: any}} message */
  hear({ kind, body }) {
    this.entropy.hear({ kind, body });
    const how = /** @type {Record<string, (body: any) => void>} */ ({
      welcome: (it) => this.welcomed(it),
      events: (it) => {
        if (it.events.some((/** @type {any} */ event) => event.event === "rules-amended/1")) return location.reload();
        this.stage?.add(
          ...it.events.map((/** @type {any} */ event, /** @type {number} */ i) => ({ event, n: it.n + i, at: it.at })),
        );
      },
      expected: (it) => this.stage?.add({ then: () => this.mayDo(it) }),
      timer: (it) => this.stage?.add({ then: () => this.timed(it) }),
      meters: (it) =>
        this.stage?.add({
          then: () => {
            this.now = { ...this.now, meters: it };
            this.render();
          },
        }),
      posted: (it) => this.posted(it),
      names: (it) => {
        this.names = it;
        this.render();
      },
      account: (it) =>
        this.stage?.add({
          then: () => {
            this.account = it;
            this.moved = 0;
            this.render();
          },
        }), // after the events that it counts
      peek: (it) => {
        this.held = { ...this.held, ...it };
        this.render();
      },
      bye: (it) => this.parted(it.why),
    })[kind];
    how?.(body);
  }

  /** The last word of a line. It comes back by itself, unless the table is closed. @param {string} why */
  parted(why) {
    const key = `bye.${why.replaceAll(" ", "-")}`;
    if (why !== SHUT) return this.notices?.say("bye", t("notice.bye"), t(has(key) ? key : "notice.lost.why"));
    this.shut = true;
    this.now = { ...this.now, phase: "closed" };
    this.live?.close();
    return this.render();
  }

  /** The pit has posted other limits, or switched the table. @param {{limits: Record<string, {least: number, most: number}>, disabled: boolean}} body */
  posted({ limits: changed, disabled }) {
    this.rules = posted(this.rules, changed);
    this.notices?.say(
      "posted",
      t(disabled ? "notice.off" : "notice.posted"),
      t(disabled ? "notice.off.why" : "notice.posted.why"),
    );
    this.felt?.forget();
    this.render();
  }

  /** @param {any} body */
  welcomed(body) {
    this.you = body.you;
    this.names = body.names ?? this.names;
    if (!body.picture) return;
    this.stage?.clear();
    this.heard.load(body.version);
    this.renewed({ ...body.picture, settled: this.now.version === body.version ? this.now.settled : null });
  }

  /** Add to a fetched picture what only the events of the shoe tell. @param {Pick<import("../game/types.js").Picture, "settled" | "previous">} past */
  recall({ settled, previous }) {
    if (this.now.phase === "paying") this.now = { ...this.now, settled: this.now.settled ?? settled };
    this.now = { ...this.now, previous: this.now.previous ?? previous };
  }

  /** @param {import("../game/types.js").Act[]} acts */
  mayDo(acts) {
    this.expected = acts;
    const places = turning(acts, this.you.seat).filter((place) => !this.held[place]);
    if (places.length && this.rules.virtual) this.live?.peek(places);
    this.notices?.ask(asked(acts, this.you.seat));
    this.render();
    if (this.dataset.sit && this.free.length && this.you.seat === null) sitDown(this);
  }

  /** @param {{closes: number | null, waits?: number | null}} body */
  timed(body) {
    const left = body.closes === null ? 0 : (this.live?.until(body.closes) ?? 0),
      waits = body.waits ?? null;
    this.timer = {
      closes: body.closes,
      waits,
      whole:
        body.closes === null && waits !== null
          ? (this.live?.until(waits) ?? 0)
          : Math.max(left, this.rules.seconds * 1000),
    };
    this.tick();
  }

  // ---------------------------------------------------------------- what is shown

  /** @param {import("../game/types.js").Happened} event @param {number} n @param {boolean} late it happened a while ago */
  show(event, n, late) {
    const before = this.now,
      next = follow(before, event, n),
      kind = event.event.split("/")[0];
    this.now = next;
    if (kind === "player-seated" && event.who === this.you.who && this.you.who) this.sat(event.seat);
    if (kind === "player-left" && event.seat === this.you.seat) this.parting(before);
    if (kind === "player-left" && event.seat === this.you.seat) this.you = { ...this.you, seat: null };
    if (event.step === "no-more-bets" || event.step === "cards") this.bets.closed(before);
    if (event.seat === this.you.seat) this.bets.besides(kind, event);
    this.moved += moved(event, this.you.seat);
    if (kind === "coup-ended" || kind === "coup-voided") {
      this.held = {};
      this.slip.settle(this.own?.stakes ?? {});
    }
    announce(this, this.heard.see(next, event));
    if (kind === "award-paid") this.notices?.award(event);
    const moves = next !== before && !late, // what lies there already moves no more
      leave = moves ? this.felt?.leaving(event) : null;
    this.render();
    if (moves) this.felt?.move(event);
    leave?.();
    if (!late) hearEvent(event, this.you.seat);
    if (next.stale) this.refresh();
    return next !== before;
  }

  /** Keep what one leaves with, for the lobby. @param {import("../game/types.js").Picture} before */
  parting(before) {
    const chips = before.seats.find((one) => one.seat === this.you.seat)?.chips ?? 0;
    sessionStorage.setItem("left", JSON.stringify({ table: this.name, cents: chips, net: this.net }));
  }

  /** From a seat one sees more: who sits at the others. @param {number} seat */
  sat(seat) {
    this.you = { ...this.you, seat, role: "player" };
    if (this.dataset.guided) this.guide?.begin();
    else this.guide?.offer();
    this.dataset.guided = "";
    this.refresh();
  }

  render() {
    this.toggleAttribute("data-bets", this.betting);
    for (const part of [this.bar, this.felt, this.dock, this.side, this.paper, this.notices, this.drawer, this.guide])
      part?.update();
    document.title = `${t("table.title", { name: this.name })} · Punto`;
  }

  /** Whether the house waits for a player's choice, with a timeout. */
  get waits() {
    return this.timer.closes === null && this.timer.waits !== null && this.left.seconds > 0;
  }

  tick() {
    this.dock?.tick();
    this.notices?.tick();
    this.felt?.tick();
  }

  // ---------------------------------------------------------------- other state

  /** The own seat, as the table has it. */
  get own() {
    return this.now.seats.find((seat) => seat.seat === this.you.seat && this.you.seat !== null) ?? null;
  }
  /** The seats that one may take; a passer-by may take any that is free, as a guest. */
  get free() {
    return this.you.seat !== null || this.shut
      ? []
      : this.you.who
        ? free(this.expected)
        : this.now.seats.filter((seat) => !seat.taken).map((seat) => seat.seat);
  }
  get limits() {
    return limits(this.rules);
  }
  get openWagers() {
    return open(this.expected, this.you.seat);
  }
  get betting() {
    return this.openWagers.size > 0 && this.now.phase === "betting";
  }
  /** The stakes on the felt that are still wanted, or the wanted ones. */
  get want() {
    return this.betting ? this.slip.want : undefined;
  }
  get proofs() {
    return this.heard.proofs;
  }
  get calls() {
    return this.heard.calls;
  }
  get turns() {
    return turning(this.expected, this.you.seat);
  }
  /** The part of the time left for wagers or a player's choice, and the seconds. */
  get left() {
    const at = this.timer.closes ?? this.timer.waits,
      milliseconds = at === null ? 0 : Math.max(0, this.live?.until(at) ?? 0);
    return { seconds: Math.ceil(milliseconds / 1000), part: this.timer.whole ? milliseconds / this.timer.whole : 0 };
  }
  /** The net result since sitting down, by the events shown. */
  get net() {
    return (this.account?.standing?.["net-since"] ?? 0) + this.moved;
  }
  /** The results of the current coup and the previous one for the own seat. */
  get result() {
    return this.heard.results.seats().get(this.you.seat ?? 0) ?? null;
  }
  get last() {
    return this.heard.results.last?.seats.get(this.you.seat ?? 0) ?? null;
  }
  get since() {
    return (
      this.account?.standing?.since ??
      (Number(sessionStorage.getItem(`since/${this.name}/${this.you.who}`)) || Date.now())
    );
  }

  async refresh() {
    const known = await pictured(this.name, () => this.now.version).catch(() => null); // a lost line brings its own
    if (!known) return;
    const { agenda, previous, settled, coup } = this.now;
    this.renewed({
      ...known,
      agenda,
      previous,
      settled: known.coup === coup && known.phase === "paying" ? settled : null,
    });
  }

  /** Another picture of the same table; chips that are on their way to the felt are not forgotten over it. @param {Record<string, any>} known */
  renewed(known) {
    const { coup } = this.now,
      before = this.own?.stakes ?? {};
    this.now = picture(known);
    this.slip.renew(before, this.own?.stakes ?? {}, coup === this.now.coup && this.now.phase === "betting");
    this.render();
  }

  /** Open the drawer on one thing, or on the list of all. @param {string} [thing] */
  explain(thing = "") {
    this.thing = thing;
    this.explained.fetch().then(() => this.drawer?.update());
    this.drawer?.open("explain");
  }

  // ---------------------------------------------------------------- what is done

  /** @param {Record<string, any>} command @returns {Promise<any>} */
  async do(command) {
    const answer = await this.live?.do({ id: ident(), coup: this.now.coup, ...command });
    if (answer?.refused) this.notices?.refused(answer);
    return answer;
  }

  /** @param {number} seat @param {number} [cents] */
  sit(seat, cents) {
    return sit(this, seat, cents);
  }

  /** @param {string} wager */
  mayLay(wager) {
    return this.bets.mayLay(wager);
  }
  /** @param {string} wager @param {number} [cents] */
  lay(wager, cents) {
    return this.bets.lay(wager, cents);
  }
  /** @param {string} wager */
  unlay(wager) {
    this.bets.unlay(wager);
  }
  /** @param {"undo" | "clear" | "repeat" | "double"} how */
  change(how) {
    this.bets.change(how);
  }

  /** @param {import("../game/types.js").Act} act @param {Record<string, any>} [more] */
  perform(act, more = {}) {
    return this.do(filled(act, more));
  }

  /** @param {string} what */
  may(what) {
    return find(this.expected, what);
  }
}
customElements.define("punto-table", Table);
