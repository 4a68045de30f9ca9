/** The odds room: decks, cards taken out, paytables; every figure follows. The counting is the server's, exact. */
import { RANKS, SIGN, read, short } from "../game/cards.js";
import { rules } from "../game/rules.js";
import { get, table as at } from "../net/api.js";
import { aboutZero, ends, options, share } from "../draw/plots.js";
import { html } from "../draw/markup.js";
import { named, wagerName } from "../i18n/names.js";
import { t } from "../i18n/words.js";
import { refill } from "./focus.js";
import { costs, meters, percent, results, tableau } from "./figures.js";
import { Room, said } from "./room.js";

const PAUSE = 300,
  MOST_EFFECTS_WAIT = 5000;

export class OddsRoom extends Room {
  /** @param {string} name of a table, or nothing */
  constructor(name) {
    super("odds");
    this.name = name;
    /** The query. */
    this.book = "";
    this.filed = "";
    this.decks = 8;
    this.tie = "";
    this.paytable = "";
    this.seat = 1;
    /** @type {string[]} */
    this.besides = [];
    /** @type {Record<string, number>} */
    this.counts = {};
    this.seen = "";
    this.wager = "banker";
    /** @type {any} */
    this.choices = null;
    /** @type {any} */
    this.odds = null;
    /** @type {any} the full shoe, where these are the odds of another */
    this.full = null;
    this.counting = false;
    this.opened = false;
    /** @type {Record<string, Record<string, number>>} wager by rank */
    this.effects = {};
    /** @type {import("../game/types.js").Rules | null} */
    this.rules = null;
    this.problem = "";
    this.turn = 0;
  }

  async begin() {
    this.fill();
    try {
      this.choices = await get("odds/choices");
      this.book = this.choices.books[0].rulebook;
      if (this.name) this.rules = named(rules((await get(at(this.name))).rules));
      if (this.rules) {
        this.book = this.rules.rulebook;
        this.decks = this.rules.decks;
      }
    } catch (error) {
      this.problem = said(error);
    }
    this.fill();
    this.ask();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.turn++;
  }

  fill() {
    this.counts = Object.fromEntries(RANKS.map((rank) => [rank, this.decks * 4]));
    this.seen = "";
  }

  get byRank() {
    return RANKS.some((rank) => this.counts[rank] !== this.decks * 4);
  }
  get depleted() {
    return this.byRank || this.seen.trim() !== "";
  }
  get cards() {
    return (
      RANKS.reduce((sum, rank) => sum + this.counts[rank], 0) -
      (this.byRank ? 0 : this.seen.split(/[\s,]+/).filter(read).length)
    );
  }

  /** @param {boolean} full */
  query(full) {
    const offer = this.name
      ? { table: this.name }
      : this.filed
        ? { submission: this.filed, wagers: this.besides.join(",") }
        : { rulebook: this.book, tie: this.tie, "dragon-bonus": this.paytable, wagers: this.besides.join(",") };
    const shoe =
      this.byRank && !full
        ? { shoe: RANKS.map((rank) => `${rank}=${this.counts[rank]}`).join(",") }
        : { decks: this.decks, remove: full ? "" : this.seen };
    return { ...offer, ...shoe, seat: this.seat };
  }

  /** A wager by its name; two are called Banker where a whole document is shown. @param {string} key */
  called(key) {
    const name = this.choices?.wagers[key] ?? wagerName(key),
      first = Object.keys(this.odds?.wagers ?? {}).find((other) => wagerName(other) === name);
    return first && first !== key ? t("odds.ez", { name }) : name;
  }

  // ---------------------------------------------------------------- what is chosen

  /** @param {HTMLElement} target */
  pressed(target) {
    if (target.closest("summary")) this.opened = !this.opened;
    const { rank, by, full } = target.closest("button")?.dataset ?? {};
    if (full !== undefined) this.fill();
    else if (rank) {
      this.counts[rank] = Math.max(0, Math.min(this.decks * 4, this.counts[rank] + Number(by)));
      this.seen = "";
    } else return;
    this.render();
    this.soon();
  }

  /** @param {HTMLInputElement} field */
  chosen(field) {
    const { name, value } = field;
    if (name === "book") {
      this.offered(value);
      this.tie = "";
      this.paytable = "";
      this.seat = 1;
      this.wager = "banker";
    } else if (name === "decks") {
      this.decks = Number(value);
      this.fill();
    } else if (name === "tie") this.tie = value;
    else if (name === "paytable") this.paytable = value;
    else if (name === "seat") this.seat = Number(value);
    else if (name === "besides")
      this.besides = field.checked ? [...this.besides, value] : this.besides.filter((one) => one !== value);
    else if (name === "wager") {
      this.wager = value;
      this.render();
      this.weigh();
      return;
    } else return;
    this.ask();
  }

  /** A whole document, or what a submission files: then with its own shoe. @param {string} name */
  offered(name) {
    const filed = this.choices.submissions.find((/** @type {any} */ one) => one.submission === name);
    this.filed = filed ? name : "";
    this.book = filed?.rulebook ?? name;
    if (filed) {
      this.decks = filed.decks;
      this.fill();
    }
  }

  /** @param {HTMLInputElement} field */
  typed(field) {
    if (field.name !== "seen") return;
    const seen = field.value;
    if (this.byRank) this.fill();
    this.seen = seen;
    this.soon();
  }

  soon() {
    clearTimeout(this.later);
    this.later = window.setTimeout(() => this.ask(), PAUSE);
  }

  // ---------------------------------------------------------------- what is asked

  async ask() {
    const turn = ++this.turn,
      { depleted } = this;
    Object.assign(this, { effects: {}, counting: true });
    this.render();
    try {
      const whole = await this.patiently("odds", this.query(true)),
        odds = depleted ? await this.patiently("odds", this.query(false)) : whole;
      if (turn !== this.turn) return;
      Object.assign(this, { odds, full: depleted ? whole : null, problem: "" });
      if (!(this.wager in odds.wagers)) this.wager = Object.keys(odds.wagers)[0];
    } catch (error) {
      if (turn !== this.turn) return;
      this.problem = said(error);
    }
    this.counting = false;
    this.render();
    if (!this.problem) await this.weigh();
  }

  /** The effect of one card less of each rank, requested rank by rank. */
  async weigh() {
    const turn = this.turn,
      alone = this.odds.wagers[this.wager]["meter-cents"] ? this.wager : "";
    for (const rank of RANKS) {
      if (turn !== this.turn || (alone !== "" && alone !== this.wager)) return;
      if (this.effects[this.wager]?.[rank] !== undefined || !this.counts[rank]) continue;
      try {
        const { effects } = await this.patiently("odds/removal", { ...this.query(false), rank, wager: alone });
        if (turn !== this.turn) return;
        for (const [key, effect] of Object.entries(effects))
          (this.effects[key] ??= {})[rank] = /** @type {any} */ (effect).value;
      } catch {
        return; // the figures stand without it
      }
      this.render();
    }
  }

  /** @param {string} path @param {Record<string, any>} query */
  async patiently(path, query) {
    for (;;) {
      try {
        return await get(path, query);
      } catch (error) {
        const { status, detail } = /** @type {any} */ (error);
        if (status !== 429) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(MOST_EFFECTS_WAIT, (detail?.wait ?? 1000) + 50)));
      }
    }
  }

  // ---------------------------------------------------------------- what is shown

  render() {
    const title = this.name ? t("odds.of-table", { name: this.name }) : t("nav.odds"),
      shoe = t(this.depleted ? "odds.depleted" : "odds.of-full", { decks: this.decks });
    refill(
      this.main,
      html`<div class="roomhead">
          <h1>${title}</h1>
          <p class="note">
            ${t(`rulebook.${this.book}`)} · ${shoe} ·
            <span role="status">${t(this.counting ? "odds.counting" : "odds.exact")}</span>
          </p>
        </div>
        <div class="oddsgrid">
          <div class="stackcol">${this.terms()}${this.shoe()}</div>
          <div class="stackcol">
            ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : ""}${this.odds ? this.figures() : this.problem ? "" : html`<p>${t("loading")}</p>`}
          </div>
        </div>`,
    );
  }

  terms() {
    const of = this.choices?.books.find((/** @type {any} */ book) => book.rulebook === this.book);
    if (this.name || !of) return "";
    const filed = this.choices.submissions.find((/** @type {any} */ one) => one.submission === this.filed),
      seats = Array.from({ length: filed?.seats ?? of.seats }, (_, i) => i + 1),
      more = Object.entries(this.choices.wagers);
    return html`<section class="panel terms">
      <h2>${t("odds.terms")}</h2>
      <label
        >${t("odds.offer")}<select name="book">
          <optgroup label="${t("odds.documents")}">
            ${options(
              this.choices.books.map((/** @type {any} */ book) => book.rulebook),
              this.filed ? "" : this.book,
              (book) => t(`rulebook.${book}`),
            )}
          </optgroup>
          <optgroup label="${t("odds.shipped")}">
            ${options(
              this.choices.submissions.map((/** @type {any} */ one) => one.submission),
              this.filed,
            )}
          </optgroup>
        </select></label
      >
      <div class="pairs">
        <label
          >${t("fact.decks")}<select name="decks">
            ${options(this.choices.decks, this.decks)}
          </select></label
        >${
          this.filed
            ? ""
            : html`<label
                  >${t("odds.tie")}<select name="tie">
                    ${options(of.ties, this.tie || of.ties[0])}
                  </select></label
                >${
                  of.paytables.length
                    ? html`<label
                        >${t("odds.paytable")}<select name="paytable">
                          ${options(of.paytables, this.paytable || of.paytables[0])}
                        </select></label
                      >`
                    : ""
                }`
        }<label
          >${t("odds.seat")}<select name="seat">
            ${options(seats, this.seat)}
          </select></label
        >
      </div>
      <fieldset>
        <legend>${t("odds.besides")}</legend>
        ${more.map(([key, name]) => html`<label class="tick"><input type="checkbox" name="besides" value="${key}" ${this.besides.includes(key) ? html`checked` : ""} />${name}</label>`)}
      </fieldset>
    </section>`;
  }

  shoe() {
    const seen = this.seen
      .split(/[\s,]+/)
      .map(read)
      .filter((card) => card !== null);
    return html`<section class="panel shoebox">
      <h2>${t("odds.shoe")}<span class="sec">${t("odds.count", { cards: this.cards })}</span></h2>
      <ul class="ranks">
        ${RANKS.map((rank) => html`<li class="${this.counts[rank] === this.decks * 4 ? "" : "less"}"><b>${rank}</b><button class="btn" data-rank="${rank}" data-by="-1" aria-label="${t("odds.less", { rank })}">−</button><span>${this.counts[rank]}</span><button class="btn" data-rank="${rank}" data-by="1" aria-label="${t("odds.more", { rank })}">+</button></li>`)}
      </ul>
      <label
        >${t("odds.seen")}<input
          type="text"
          name="seen"
          value="${this.seen}"
          placeholder="9s 9h Kd"
          autocapitalize="off"
          autocomplete="off"
          spellcheck="false" /></label
      >${seen.length ? html`<p class="sec">${seen.map((card) => short(String(card))).join(" ")}</p>` : ""}
      <p class="note">${t(this.byRank ? "odds.by-rank" : "odds.by-card", { example: `9${SIGN.s}` })}</p>
      <button class="btn" data-full>${t("odds.full")}</button>
    </section>`;
  }

  figures() {
    const { outcomes, deals } = this.odds,
      keys = ["banker", "tie", "player"],
      part = (/** @type {string} */ key) => outcomes[key] / deals,
      many = (/** @type {number} */ number) => number.toLocaleString("en-US");
    return html`<section class="panel">
        <h2>${t("odds.ends")}</h2>
        ${ends(keys.map((key) => ({ key, part: part(key), words: "" })))}
        <dl class="ends">
          ${keys.map(
            (key) =>
              html`<div>
                <dt>
                  <span class="key ${key[0].toUpperCase()}">${t(`letter.${key[0].toUpperCase()}`)}</span
                  >${t(`wager.${key}`)}
                </dt>
                <dd>${percent(part(key))}</dd>
                <dd class="sec">${many(outcomes[key])}</dd>
              </div>`,
          )}
        </dl>
        <p class="sec">${t("odds.deals", { deals: many(deals) })}</p>
      </section>
      <section class="panel">
        <h2>${t("odds.costs")}</h2>
        ${costs(this.odds, this.full, this.rules?.wagers ?? [], (key) => this.called(key))}
        <p class="note">${t(this.full ? "odds.note-depleted" : "odds.note")}</p>
      </section>
      ${this.one()}${this.choices ? tableau(this.choices.tableau, this.choices.books.find((/** @type {any} */ book) => book.rulebook === this.book)?.tableau ?? "") : ""}`;
  }

  /** One wager: what it brings how often, and what each card is worth to it. */
  one() {
    const keys = Object.keys(this.odds.wagers),
      of = this.odds.wagers[this.wager],
      weighed = this.effects[this.wager] ?? {},
      name = this.called(this.wager);
    const bars = RANKS.map(
      (rank) => /** @type {[string, number | null]} */ ([rank, this.counts[rank] ? (weighed[rank] ?? null) : 0]),
    );
    const told = (/** @type {number} */ value) =>
      `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value * 100).toFixed(Math.abs(value) < 0.0001 && value ? 4 : 3)}%`;
    return html`<section class="panel onewager">
      <h2>
        ${t("odds.one")}<label class="inline"
          ><span class="vh">${t("law.wager")}</span
          ><select name="wager">
            ${options(keys, this.wager, (key) => this.called(key))}
          </select></label
        >
      </h2>
      <h3>${t("odds.results")}</h3>
      ${results(of, share)}
      <p class="sec">${t("odds.ev")} <code>${of["ev-exact"]}</code></p>
      ${meters(of)}
      <h3>${t("odds.removal", { name })}</h3>
      ${aboutZero(bars, told, t("odds.removal", { name }), matchMedia("(max-width: 699px)").matches ? 360 : 640)}
      <p class="note">${t("odds.removal.note")}</p>
      <details ${this.opened ? html`open` : ""}>
        <summary>${t("odds.as-table")}</summary>
        <table class="law">
          <thead>
            <tr>
              <th>${t("odds.rank")}</th>
              <th class="num">${t("odds.effect")}</th>
            </tr>
          </thead>
          <tbody>
            ${bars.map(
              ([rank, value]) =>
                html`<tr>
                  <th scope="row">${rank}</th>
                  <td class="num">${value === null ? "…" : told(value)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </details>
    </section>`;
  }
}
customElements.define("punto-odds", OddsRoom);
