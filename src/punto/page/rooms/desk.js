/**
 * The dealer's desk: what is due, in words and with its section; keys and a scanner for the faces; payouts in order with
 * the chips to cut; and when something has gone wrong, a choice of what it was. It knows no procedure: all of it is expected.
 */
import { ident } from "../game/acts.js";
import { call } from "../game/calls.js";
import { RANKS, SUITS, count, read } from "../game/cards.js";
import { stacks } from "../game/chips.js";
import { dollars, marked } from "../game/money.js";
import { follow, picture } from "../game/picture.js";
import { rules } from "../game/rules.js";
import { Keyed, besides, collected, due, payouts, troubles, waiting, wanted } from "../game/work.js";
import { get, table as at } from "../line/api.js";
import { Live } from "../line/live.js";
import { index, picture as cardPicture, unpack } from "../draw/card.js";
import { pile } from "../draw/chip.js";
import { icon, mark } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { actName, cardName, personName, wagerName } from "../words/names.js";
import { cited, heard, t } from "../words/words.js";
import { languages, listenForLanguage } from "./bar.js";
import { login } from "./login.js";
import { Notices } from "./notices.js";

/** @typedef {import("../game/types.js").Act} Act */

export class Desk extends HTMLElement {
  now = picture({});
  rules = rules({});
  /** @type {Act[]} */
  expected = [];
  keyed = new Keyed();
  /** @type {{words: string, section: string}[]} */
  calls = [];
  you = { who: "", role: "", seat: /** @type {number | null} */ (null) };
  online = true;
  wrong = false;
  /** @type {Act | null} */
  chosen = null;

  /** @param {string} name */
  constructor(name) {
    super();
    this.name = name;
  }

  async connectedCallback() {
    const me = localStorage.getItem("known") ? await get("me").catch(() => null) : null;
    if (!me?.duties.some((/** @type {string} */ duty) => duty === "dealer" || duty === "floor")) await login(this, t("desk.login"));
    await unpack(document);
    this.rules = rules((await get(at(this.name))).rules);
    this.className = localStorage.getItem("mirrored") ? "deskpage mirrored" : "deskpage";
    /** @type {any} */ (this).filled = undefined;
    this.innerHTML = '<header class="bar"></header><section class="due" aria-live="polite"></section><main class="work" id="main" tabindex="-1"></main><aside class="steps"></aside><footer class="foot"></footer><div class="notices"></div>';
    this.notices = new Notices(/** @type {any} */ (this), /** @type {HTMLElement} */ (this.querySelector(".notices")));
    listenForLanguage(this);
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.typed(event);
    document.addEventListener("keydown", this.onKey);
    this.stop = heard(() => this.render());
    this.live = new Live(this.name, (message) => this.hear(message), (online) => { this.online = online; this.render(); });
  }

  disconnectedCallback() {
    this.live?.close();
    this.stop?.();
    if (this.onKey) document.removeEventListener("keydown", this.onKey);
  }

  /** @param {{kind: string, body: any}} message */
  hear({ kind, body }) {
    if (kind === "welcome") { this.you = body.you; if (body.picture) this.now = picture(body.picture); }
    if (kind === "events") for (const event of body.events) this.show(event);
    if (kind === "expected") { this.expected = body; this.keyed = new Keyed(); this.chosen = null; this.wrong = false; if (!due(body).length) this.refresh(); }
    this.render();
  }

  /** @param {import("../game/types.js").Happened} event */
  show(event) {
    if (event.event.startsWith("coup-ended/")) this.calls = [];
    const next = follow(this.now, event), said = call(next, event);
    this.now = next;
    if (said) this.calls.push({ words: t(said.key, said.values), section: cited(said.section) });
    if (next.stale) this.refresh();
  }

  /** Look again: what others have to do is in the picture. */
  async refresh() {
    const known = await get(`${at(this.name)}/picture`);
    this.now = picture({ ...known.picture, agenda: this.now.agenda, settled: this.now.settled });
    this.render();
  }

  // ---------------------------------------------------------------- what is done

  /** @param {Record<string, any>} command */
  async do(command) {
    const answer = await this.live?.do({ id: ident(), coup: this.now.coup, ...command });
    if (answer?.refused) this.notices?.refused(answer);
    return answer;
  }

  /** @param {Act} act @param {Record<string, any>} [more] */
  make(act, more = {}) {
    const by = act.by === this.you.role ? {} : { by: act.by };
    if (act.do === "perform") return this.do({ do: "perform", step: act.what, ...(act.seat ? { seat: act.seat } : {}), ...this.depth(act), ...by, ...more });
    if (act.do === "deal") return this.do({ do: "deal", place: act.what, ...by });
    if (act.do === "turn") return this.do({ do: "turn", ...by, ...more });
    return this.do({ do: act.do, seat: act.seat, ...by, ...more });
  }

  /** How deep a card goes in, where that is asked. @param {Act} act */
  depth(act) {
    const input = this.querySelector(`input[data-depth="${act.what}"]`);
    return input instanceof HTMLInputElement ? { cards: Number(input.value) } : {};
  }

  /** The act whose cards are keyed now. */
  get turns() { return this.chosen ?? due(this.expected).find((act) => act.do === "turn"); }

  /** @param {HTMLElement} target */
  pressed(target) {
    const button = target.closest("button");
    if (!button) return;
    const { act, key, wrong, back, mirror, trouble } = button.dataset;
    if (act) this.make(this.expected[Number(act)]);
    if (key) this.key(key);
    if (wrong !== undefined) { this.wrong = !this.wrong; this.chosen = null; }
    if (back !== undefined) this.keyed.back();
    if (mirror !== undefined) { this.classList.toggle("mirrored"); localStorage.setItem("mirrored", this.classList.contains("mirrored") ? "yes" : ""); }
    if (trouble) this.happened(this.expected[Number(trouble)]);
    this.render();
  }

  /** A card went wrong: one that lies face down is dealt to where it lies, one that was seen is keyed. @param {Act} act */
  happened(act) {
    if (act.do === "deal") this.make(act);
    else { this.chosen = act; this.keyed = new Keyed(); }
    this.wrong = false;
  }

  /** @param {string} card */
  key(card) {
    const act = this.turns, faces = act && this.keyed.key(card, wanted(act));
    if (act && faces) this.make(act, { faces });
    this.render();
  }

  /** A scanner types like a keyboard: rank and suit, then Enter. @param {KeyboardEvent} event */
  typed(event) {
    if (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
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
    const first = due(this.expected)[0], others = first ? [] : [...waiting(this.expected), ...this.now.due];
    fill(this.querySelector(".bar"), html`${mark()}<h1 class="where"><b>${t("desk.title")}</b><span class="hide-s">${t("table.title", { name: this.name })} · ${t(`rulebook.${this.rules.rulebook}`)}</span><span>${t("shoe.coup", { shoe: this.now.shoe, coup: this.now.number })}</span></h1><span class="grow"></span><span class="tag ${this.online ? "good" : "warn"}">${icon(this.online ? "check" : "flag", 14)}${t(this.online ? "desk.ready" : "notice.lost")}</span><button class="btn ghost" data-mirror aria-label="${t("desk.mirror")}" title="${t("desk.mirror")}">${icon("swap")}</button>${languages()}`);
    fill(this.querySelector(".due"), this.headline(first, others));
    fill(this.querySelector(".work"), html`${this.work(first)}`);
    fill(this.querySelector(".steps"), html`<h2>${t("coup", { coup: this.now.number })}</h2><ol>${this.calls.slice(-12).map((one) => html`<li class="done">${icon("check", 18)}<span>${one.words}</span><span class="sec">${one.section}</span></li>`)}${first ? html`<li class="now"><span class="dot"></span><span>${actName(first)}</span><span class="sec">${cited(first.section)}</span></li>` : ""}</ol>`);
    fill(this.querySelector(".foot"), html`<button class="btn" data-back ${this.keyed.faces.length ? "" : html`disabled`}>${icon("undo")}${t("desk.back")}</button><button class="btn" data-wrong aria-expanded="${this.wrong ? "true" : "false"}" ${troubles(this.expected).length ? "" : html`disabled`}>${icon("flag")}${t("desk.wrong")}</button><span class="grow"></span>${besides(this.expected).slice(0, 3).map((act) => html`<button class="btn" data-act="${this.expected.indexOf(act)}">${actName(act)}</button>`)}`);
    this.notices?.update();
  }

  /** @param {Act | undefined} first @param {Act[]} others */
  headline(first, others) {
    const { places } = this.now, counts = [count(places, "P"), count(places, "B")], act = this.chosen ?? first ?? others[0];
    const paying = first?.what === "pay-seat" ? payouts(this.now.settled).find((one) => !one.done) : null;
    const words = paying ? this.payWords(paying) : this.wrong ? t("desk.which") : act ? actName(act) : t(this.now.phase === "betting" ? "desk.betting" : "desk.nothing");
    const kind = this.now.trouble ? html`<span class="tag warn">${icon("flag", 14)}${t("call.held")}</span>` : html`<span>${t(first || this.chosen ? "desk.due" : others.length ? (others[0].by === "floor" ? "desk.waits-floor" : "desk.waits") : "now")}</span>`;
    return html`<div class="k">${kind}<span class="sec">${cited(act?.section)}</span></div><h2 class="big">${words}</h2>${counts.some((one) => one !== null) ? html`<p class="why">${t("wager.player")} <b>${counts[0] ?? "–"}</b>, ${t("wager.banker")} <b>${counts[1] ?? "–"}</b></p>` : ""}<p class="say">${this.saying()}</p>`;
  }

  saying() {
    return this.wrong || this.now.trouble ? t("desk.settle-first") : "";
  }

  /** @param {{seat: number, lines: import("../game/types.js").Line[]}} paying */
  payWords(paying) {
    const owed = paying.lines.reduce((sum, line) => sum + (line.marked ?? 0), 0), taken = paying.lines.reduce((sum, line) => sum + (line.vigorish ?? 0), 0), pays = paying.lines.reduce((sum, line) => sum + (line.paid ?? 0), 0);
    return t(owed ? "desk.mark-pay" : taken ? "desk.take-pay" : "desk.pay", { seat: paying.seat, marked: dollars(marked(owed)), taken: dollars(taken), pays: dollars(pays) });
  }

  /** @param {Act | undefined} first */
  work(first) {
    if (this.wrong) return this.guide();
    if (first?.what === "pay-seat" || first?.what === "collect-losing") return [this.payments(first), this.seats()];
    if (!Object.keys(this.now.places).length && !this.turns) return [this.buttons(), this.seats()];
    return [this.places(), this.turns && !this.rules.virtual ? this.keys() : this.buttons(), this.seats()];
  }

  places() {
    const wants = wanted(this.turns), side = (/** @type {"P" | "B"} */ letter) => html`<div class="handtag"><span>${t(letter === "P" ? "desk.hand.player" : "desk.hand.banker")}</span><span class="count ${count(this.now.places, letter) === null ? "none" : letter}">${count(this.now.places, letter) ?? "–"}</span></div>`;
    const place = (/** @type {string} */ name) => {
      const at = wants.indexOf(name), keyed = this.keyed.faces[at], lies = name in this.now.places, face = keyed ?? this.now.places[name] ?? null, now = at === this.keyed.faces.length || due(this.expected).some((act) => act.do === "deal" && act.what === name);
      return html`<div class="place-box ${now ? "now" : ""}"><b>${name}</b>${lies || keyed ? cardPicture(face, 92, cardName(face)) : html`<span>${now ? t("desk.here") : ""}</span>`}</div>`;
    };
    return html`<div class="places">${side("P")}${side("B")}${["P1", "P2", "P3", "B1", "B2", "B3"].map(place)}</div>`;
  }

  keys() {
    const at = wanted(this.turns)[this.keyed.faces.length] ?? "";
    return html`<p class="keyhead"><span>${t("desk.which-card", { place: at })}</span><span class="hide-s">${t("desk.scan")} <code>${this.keyed.typed}</code></span></p><div class="keys">${SUITS.map((suit) => RANKS.map((rank) => html`<button class="kc" data-key="${rank}${suit}" aria-label="${cardName(rank + suit)}">${index(rank + suit)}</button>`))}</div>`;
  }

  buttons() {
    const acts = due(this.expected);
    return html`<div class="dueacts">${acts.map((act, i) => html`<div class="dueact">${/cut|cover$/.test(act.what ?? "") && ["dealer-cut", "place-cover", "place-cut"].includes(act.what ?? "") ? html`<label>${t("cut.depth")} <input type="number" inputmode="numeric" data-depth="${act.what}" min="1" max="${this.now.left}" value="${act.what === "place-cover" ? 14 : Math.round(this.now.left / 2)}"></label>` : ""}<button class="btn ${i ? "" : "primary"} huge" data-act="${this.expected.indexOf(act)}">${actName(act)}</button><span class="sec">${cited(act.section)}</span></div>`)}</div>`;
  }

  /** @param {Act} first */
  payments(first) {
    const lines = payouts(this.now.settled), here = this.expected.indexOf(first), sum = collected(this.now.settled);
    const collecting = first.what === "collect-losing" ? html`<div class="payline now"><span class="seat">–</span><p><b>${t("desk.collect")}</b>${cited(first.section)}</p><p><b>${dollars(sum)}</b></p><button class="btn primary" data-act="${here}">${t("desk.collected")}</button></div>` : "";
    const now = first.what === "pay-seat" ? lines.find((one) => !one.done) : null;
    return html`<div class="pay">${collecting}${lines.map((one) => one.lines.map((line, i) => html`<div class="payline ${one.done ? "done" : one === now ? "now" : ""}"><span class="seat">${one.seat}</span><p><b>${wagerName(line.wager)} ${dollars(line.stake)}</b>${cited(line.section)}</p><p><b>${line.marked ? t("desk.mark", { cents: dollars(marked(line.marked)) }) : line.vigorish ? t("desk.take", { cents: dollars(line.vigorish) }) : t("desk.no-vigorish")}</b></p><div class="cut">${one === now ? pile(line.paid ?? 0, 66, 60, 26) : ""}<p><b>${t("desk.pays", { cents: dollars(line.paid ?? 0) })}</b>${stacks(line.paid ?? 0).map(([chip, many]) => `${many} × ${dollars(chip)}`).join(", ")}</p></div>${one.done ? html`<span class="ok">${icon("check", 26)}<span class="vh">${t("desk.paid")}</span></span>` : one === now && i === one.lines.length - 1 ? html`<button class="btn primary" data-act="${here}">${t("desk.paid")}</button>` : html`<span class="sec">${t("desk.next")}</span>`}</div>`))}</div>`;
  }

  /** Seats as the dealer sees them: the highest at the left. */
  seats() {
    return html`<ul class="rowseats">${[...this.now.seats].reverse().map((seat) => html`<li class="rs ${seat.taken ? "" : "e"}"><b>${seat.seat}</b><span>${seat.taken ? personName(seat.who ?? "") || t("seat.taken") : t("seat.free")}</span><small>${Object.entries(seat.stakes).map(([wager, cents]) => `${wagerName(wager)} ${dollars(cents)}`).join(", ") || "–"}</small></li>`)}</ul>`;
  }

  guide() {
    return html`<div class="choices big">${troubles(this.expected).map((act) => html`<button class="choice" data-trouble="${this.expected.indexOf(act)}"><b>${t(`trouble.${act.what}`)}</b><span>${t(`trouble.${act.what}.why`)} <span class="sec">${cited(act.section)}</span></span></button>`)}</div>`;
  }
}
customElements.define("punto-desk", Desk);
