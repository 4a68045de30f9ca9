/**
 * Surveillance: a hand reconstructed, event by event. The felt is the table's own, fed from the log instead of the line;
 * nothing here is live, and the page says so.
 */
import { call } from "../game/calls.js";
import { short } from "../game/cards.js";
import { dollars } from "../game/money.js";
import { follow, picture } from "../game/picture.js";
import { limits, metered, rules } from "../game/rules.js";
import { get, table as at } from "../net/api.js";
import { provable } from "../net/past.js";
import { unpack } from "../draw/card.js";
import { icon } from "../draw/icons.js";
import { track } from "../draw/track.js";
import { fill, html } from "../draw/markup.js";
import { stamp, day, named, wagerName } from "../i18n/names.js";
import { cited, heard, t } from "../i18n/words.js";
import { refill } from "./focus.js";
import { listenForLanguage } from "./bar.js";
import { Felt } from "./felt.js";
import { topBar } from "./lobby.js";
import { asked, first } from "./queries.js";
import { save as saved } from "./room.js";

const BEAT = 900;

export class Replay extends HTMLElement {
  rules = rules({});
  now = picture({});
  you = { who: "", role: "spectator", seat: null };
  /** @type {number[]} */
  free = [];
  /** @type {any[]} */
  expected = [];
  want = undefined;
  timer = { closes: null, whole: 0 };
  times = {}; // it moves at a pace of its own
  left = { seconds: 0, part: 0 };
  held = {};
  /** @type {Record<string, string>} */
  names = {};
  waits = false;
  /** @type {string[]} */
  turns = [];
  /** @type {{words: string, section: string}[]} */
  calls = [];
  /** @type {{n: number, at: number, event: import("../game/types.js").Happened, said: import("../game/calls.js").Call | null}[]} */
  events = [];
  step = 0;
  problem = "";
  notices = { seat: () => {} };

  /** @param {string[]} parts table, shoe and coup, and the event to be shown first */
  constructor([name, shoe, coup, event]) {
    super();
    this.name = name ?? "";
    this.shoe = Number(shoe ?? 0);
    this.coup = Number(coup ?? 0);
    this.first = Number(event ?? 0);
    /** @type {Map<number, string>} what the queries have to say of events */
    this.flags = new Map();
    this.proved = "";
  }

  get limits() {
    return limits(this.rules);
  }
  get own() {
    return null;
  }
  mayLay() {
    return false;
  }

  async connectedCallback() {
    document.documentElement.classList.remove("paper");
    listenForLanguage(this);
    this.stop = heard(() => {
      this.felt?.forget();
      this.render();
    });
    this.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("input", (event) => this.go(Number(/** @type {HTMLInputElement} */ (event.target).value)));
    this.innerHTML =
      '<div class="top"></div><main class="replay" id="main" tabindex="-1"><div class="head"></div><div class="feltbox"></div><section class="player panel"></section><aside class="eventlist"></aside></main>';
    this.addEventListener("keydown", (event) => this.keyed(event));
    this.render();
    try {
      await Promise.all([this.load(), unpack(document)]);
      this.felt = new Felt(/** @type {any} */ (this), /** @type {HTMLElement} */ (this.querySelector(".feltbox")));
      this.go(this.events.findIndex((one) => one.n >= this.first && this.first > 0) + 1);
      await Promise.all([this.check(), this.suspect()]);
    } catch (error) {
      this.problem = String(/** @type {any} */ (error).message ?? error);
    }
    this.render();
  }

  disconnectedCallback() {
    this.stop?.();
    this.felt?.stop();
    clearInterval(this.playing);
  }

  async load() {
    const [described, { coup }] = await Promise.all([
      get(at(this.name)),
      get(`${at(this.name)}/coups/${this.shoe}/${this.coup}`),
    ]);
    this.rules = { ...named(rules(described.rules)), virtual: false }; // no time runs here
    const numbers = coup.steps.map((/** @type {any} */ step) => step.n),
      first = Math.min(...numbers),
      last = Math.max(...numbers);
    this.events = (
      await get(`${at(this.name)}/events`, { after: first - 1, limit: Math.min(1000, last - first + 1) })
    ).events;
    const who = Object.fromEntries(coup.wagers.map((/** @type {any} */ one) => [one.seat, one.who]));
    const seats = Array.from({ length: this.rules.seats }, (_, i) => ({
      seat: i + 1,
      who: who[i + 1] ?? "",
      taken: i + 1 in who,
      stakes: {},
    }));
    this.start = picture({
      table: this.name,
      phase: "betting",
      shoe: this.shoe,
      coup: coup.coup,
      number: this.coup,
      seats,
      left: 0,
      cover: "in",
      rides: this.rules.wagers.find((one) => one.rides)?.key,
      metered: metered(this.rules)?.key,
    });
    this.events.reduce((now, one) => {
      const next = follow(now, one.event);
      one.said = call(next, one.event);
      return next;
    }, this.start);
  }

  /** Hold each turned card of the coup against the list of its shoe. */
  async check() {
    const proofs = await provable(
      this.name,
      this.shoe,
      this.events[0]?.n ?? 0,
      this.events.map((one) => one.event),
    );
    this.proved = !proofs.turned.length ? "replay.paper" : (await proofs.check()) ? "replay.proved" : "replay.failed";
  }

  /** Mark what the queries found in this coup, for those who may ask. */
  async suspect() {
    if (!localStorage.getItem("known")) return;
    const found = await asked(this.name, { ...first(), shoe: this.shoe }).catch(() => null);
    for (const hit of found?.hits ?? [])
      if (hit.number === this.coup) this.flags.set(hit.n, `${t(`query.${hit.query}`)}: ${hit.words}`);
  }

  /** Show the table after so many events. @param {number} step */
  go(step) {
    const before = this.step;
    this.step = Math.max(0, Math.min(this.events.length, step));
    this.now = this.start ?? this.now;
    this.calls = [];
    for (const { event, said } of this.events.slice(0, this.step)) {
      this.now = follow(this.now, event);
      if (said) this.calls.unshift({ words: t(said.key, said.values), section: cited(said.section) });
    }
    this.render();
    if (this.step === before + 1) this.felt?.move(this.events[before].event);
  }

  /** @param {HTMLElement} target */
  pressed(target) {
    const button = target.closest("button"),
      { by, play, to, save } = button?.dataset ?? {};
    if (by) this.go(this.step + Number(by));
    if (to) this.go(Number(to));
    if (save !== undefined)
      saved(
        `${this.name}-${this.shoe}-${this.coup}.jsonl`,
        this.events.map((one) => JSON.stringify(one) + "\n").join(""),
        "application/x-ndjson",
      );
    if (play !== undefined) this.toggle();
  }

  toggle() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = 0;
    } else
      this.playing = window.setInterval(() => {
        if (this.step >= this.events.length) this.toggle();
        else this.go(this.step + 1);
      }, BEAT);
    this.render();
  }

  /** Without a mouse: arrows go event by event, the space bar plays. @param {KeyboardEvent} event */
  keyed(event) {
    if (/** @type {HTMLElement} */ (event.target).closest("input, button, a, select")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) this.go(this.step + by);
    if (event.key === " ") {
      event.preventDefault();
      this.toggle();
    }
  }

  render() {
    if (!this.querySelector(".head")) return;
    fill(this.querySelector(".top"), topBar("watch"));
    document.title = `${t("nav.watch")} · Punto`;
    const first = this.events[0],
      last = this.events.at(-1);
    refill(
      this.querySelector(".head"),
      html`<a class="btn ghost" href="#/watch/${encodeURIComponent(this.name)}"
          >${icon("back")}${t("records.title", { name: this.name })}</a
        >
        <p class="tag warn">${icon("flag", 14)}${t("replay.not-live")}</p>
        <h1>${t("receipt.title", { name: this.name, shoe: this.shoe, coup: this.coup })}</h1>
        ${first && last ? html`<span class="sec">${day(first.at)} ${stamp(first.at)}–${stamp(last.at)}</span>` : ""}<span
          class="grow"
        ></span
        >${this.proved ? html`<p class="tag ${this.proved === "replay.failed" ? "warn" : "good"}">${icon("shield", 14)}${t(this.proved)}</p>` : ""}`,
    );
    if (this.problem) fill(this.querySelector(".player"), html`<p class="problem" role="alert">${this.problem}</p>`);
    else this.player();
    this.felt?.update();
  }

  player() {
    const here = this.events[this.step - 1],
      coup = (/** @type {number} */ number) => `#/watch/${encodeURIComponent(this.name)}/${this.shoe}/${number}`;
    refill(
      this.querySelector(".player"),
      html`<div class="row">
          <button class="btn" data-by="-1" aria-label="${t("replay.back")}">${icon("prev")}</button
          ><button class="btn primary" data-play aria-label="${t(this.playing ? "replay.pause" : "replay.play")}">
            ${icon(this.playing ? "pause" : "play")}</button
          ><button class="btn" data-by="1" aria-label="${t("replay.next")}">${icon("next")}</button>
          <p class="what" aria-live="polite">
            <b>${here ? words(here) : t("replay.begin")}</b
            ><span class="sec">${here ? `${stamp(here.at)} · ${cited(here.event.section)}` : ""}</span>
          </p>
          <span class="grow"></span
          ><a class="btn" href="#/receipt/${encodeURIComponent(this.name)}/${this.shoe}/${this.coup}"
            >${icon("link")}${t("receipt")}</a
          ><button class="btn" data-save>${icon("download")}${t("replay.save")}</button>
        </div>
        <div class="trackbox">
          ${track(
            this.events.map((one) => one.event),
            this.step,
            this.events.map((one) => this.flags.has(one.n)),
            (phase) => t(`phase.${phase}`),
          )}<label class="vh" for="slider">${t("replay.slider")}</label
          ><input
            id="slider"
            type="range"
            min="0"
            max="${this.events.length}"
            value="${this.step}"
            aria-valuetext="${here ? words(here) : t("replay.begin")}"
          />
        </div>
        <p class="row">
          <a class="btn" href="${coup(Math.max(1, this.coup - 1))}">${t("replay.coup-before")}</a
          ><a class="btn" href="${coup(this.coup + 1)}">${t("replay.coup-after")}</a
          ><span class="note">${t("replay.keys")}</span>
        </p>`,
    );
    const slider = /** @type {HTMLInputElement} */ (this.querySelector("#slider"));
    slider.value = String(this.step);
    refill(
      this.querySelector(".eventlist"),
      html`<h2>${t("replay.events", { many: this.events.length })}</h2>
        <ol>
          ${this.events.map(
            (one, i) =>
              html`<li class="${i + 1 === this.step ? "now" : i < this.step ? "past" : ""} ${one.said ? "said" : ""}">
                <button data-to="${i + 1}" ${i + 1 === this.step ? html`aria-current="step"` : ""}>
                  <span class="no">${one.n}</span
                  ><span
                    >${words(one)}${this.flags.has(one.n) ? html`<span class="flagged" lang="en">${icon("flag", 12)}${this.flags.get(one.n)}</span>` : ""}</span
                  ><span class="sec">${cited(one.event.section)}</span>
                </button>
              </li>`,
          )}
        </ol>`,
    );
    const list = this.querySelector(".eventlist"),
      now = list?.querySelector(".now");
    if (list && now) list.scrollTop = Math.max(0, /** @type {HTMLElement} */ (now).offsetTop - list.clientHeight / 2);
  }
}

/** An event in a few words. @param {{event: import("../game/types.js").Happened, said: import("../game/calls.js").Call | null}} one */
function words({ event, said }) {
  const kind = event.event.split("/")[0];
  if (kind === "wager-made")
    return t("replay.wager", { seat: event.seat, wager: wagerName(event.wager), cents: dollars(event.cents) });
  if (kind === "card-dealt") return t("do.deal", { place: event.place });
  if (kind === "card-turned") return t("replay.turned", { place: event.place, card: short(event.card) });
  if (said) return t(said.key, said.values);
  return kind === "step-performed" ? t(`do.${event.step}`, { seat: event.seat ?? 0 }) : t(`event.${kind}`);
}
customElements.define("punto-replay", Replay);
