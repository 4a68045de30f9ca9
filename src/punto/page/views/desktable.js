/**
 * The table at the desk: optional orders, corrections of a card or payment, a wager outside the limits, fills and credits,
 * dealers. A dealer requests what only the floor may do: the pit parses the same text and carries it out.
 */
import { filled, ident } from "../game/acts.js";
import { proposal, SECOND, words } from "../game/asks.js";
import { dollars } from "../game/money.js";
import { besides } from "../game/work.js";
import { post, table as at } from "../net/api.js";
import { picture as cardPicture } from "../draw/card.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { cardName, dueName, placeName, wagerName } from "../i18n/names.js";
import { cited, t } from "../i18n/words.js";
import { keyboard } from "./deskwork.js";
import { added, adding, chips } from "./amount_input.js";

/** @typedef {"orders" | "correct" | "stand" | "adjust" | "fill" | "staff" | "defect"} Page */

const DEFECTS = ["missing", "extra", "marked", "damaged", "wrong-back"];

export class TableSheet {
  beside = "";
  /** @type {Page} */
  page = "orders";
  place = "";
  card = "";
  why = "";
  seat = 0;
  cents = 0;
  sign = 1;
  cause = ""; // a reason code; empty where a wager is meant
  wager = "";
  coup = "";
  deck = 1;
  kind = "damaged";
  calling = "";
  wagers = "";
  /** @type {{act: import("../game/types.js").Act, reasons: string[]} | null} an order that wants a reason, and those it may have */
  order = null;

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.calling = desk.you.who;
  }

  get floor() {
    return this.desk.duties.includes("floor");
  }
  /** @type {Page[]} */
  get pages() {
    return [
      "orders",
      ...(this.inspecting ? /** @type {Page[]} */ (["defect"]) : []),
      ...(this.desk.rules.virtual ? [] : /** @type {Page[]} */ (["correct", "stand"])),
      "adjust",
      "fill",
      ...(this.desk.rules.curator && this.floor && !this.desk.now.posted ? /** @type {Page[]} */ (["staff"]) : []),
    ];
  }
  /** Whether decks are being inspected. */
  get inspecting() {
    const steps = [...this.desk.expected, ...this.desk.now.due].map((act) => act.what);
    return steps.includes("inspect") || steps.includes("verify");
  }
  /** Cards whose face is known and can still be looked at. */
  get cards() {
    const { places, trouble, exposed } = this.desk.now;
    const open = Object.entries(places).filter(([, face]) => face),
      aside = trouble?.face ? [[trouble.place ?? "error", trouble.face]] : [],
      first = exposed ? [["burn", exposed]] : [];
    return /** @type {[string, string][]} */ ([...open, ...aside, ...first]);
  }

  /** The reason of an adjustment. @returns {{cause: string} | {corrects: number, wager: string}} */
  get corrected() {
    return this.cause ? { cause: this.cause } : { corrects: Number(this.coup) || this.last, wager: this.chosen };
  }

  /** The last coup that was settled: while wagers are open, that is the one before. */
  get last() {
    const { coup, phase } = this.desk.now;
    return phase === "paying" ? coup : Math.max(1, coup - 1);
  }

  /** The wager that is meant. */
  get chosen() {
    return this.wager || this.desk.rules.wagers[0].key;
  }

  // ---------------------------------------------------------------- what is done

  /** @param {HTMLInputElement} input */
  written(input) {
    if (input.name === "why" || input.name === "calling" || input.name === "wagers" || input.name === "coup")
      this[input.name] = input.value;
  }

  /** @param {HTMLButtonElement} button */
  pressed(button) {
    const { page, place, pick, add, sign, does, order, reason, cause, of } = button.dataset;
    if (page) {
      this.page = /** @type {Page} */ (page);
      this.cents = 0;
      this.order = null;
    }
    if (place) {
      this.place = place;
      this.card = "";
    }
    if (pick) this.seat = Number(pick);
    if (add) this.cents = added(this.cents, add);
    if (sign) this.sign = Number(sign);
    if (cause !== undefined) this.cause = cause;
    if (of) this.wager = of;
    if (button.dataset.deck) this.deck = Number(button.dataset.deck);
    if (button.dataset.kind) this.kind = button.dataset.kind;
    if (order) this.ordered(this.desk.expected[Number(order)]);
    if (reason && this.order) this.ordered(this.order.act, reason);
    if (does) this.does(does);
  }

  /** A key of the keyboard is the card that truly lies there. @param {string} card */
  key(card) {
    if (this.page !== "correct" || !this.place) return false;
    this.card = card;
    return true;
  }

  /** Some orders are only given for a reason; the act says for which. @param {import("../game/types.js").Act} act @param {string} [why] */
  async ordered(act, why) {
    const reasons = act.holes?.why?.of;
    this.order = reasons && !why ? { act, reasons } : null;
    if (this.order) return this.desk.render();
    const answer = await this.desk.do(filled(act, why ? { why } : {}));
    if (answer && !answer.refused) this.desk.sheet = null;
    this.desk.render();
  }

  /** @param {string} does */
  async does(does) {
    const names = (/** @type {string} */ said) =>
      said
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean);
    const why = this.why.trim() || t("why.mistake");
    const done = await /** @type {Record<string, () => Promise<any>>} */ ({
      correct: () => this.put({ do: "correct", place: this.place, card: this.card, why }),
      stand: () => this.put({ do: "let-stand", seat: this.seat, wager: this.chosen, cents: this.cents, why }),
      adjust: () => this.put({ do: "adjust", seat: this.seat, cents: this.sign * this.cents, why, ...this.corrected }),
      defect: () =>
        this.desk.do({
          do: "report-defect",
          by: this.desk.duties.includes("dealer") ? "dealer" : "floor",
          deck: this.deck,
          kind: this.kind,
        }),
      fill: () => this.put({ do: "fill", cents: this.sign * this.cents }),
      staff: () => this.desk.do({ do: "staff", by: "floor", calling: names(this.calling), wagers: names(this.wagers) }),
    })[does]?.();
    if (done && !done.refused) this.desk.sheet = null;
    this.desk.render();
  }

  /** Put right by the floor, or asked of it. @param {import("../game/asks.js").Ask} ask */
  async put(ask) {
    try {
      if (this.floor) return await this.given(ask);
      await post(`${at(this.desk.name)}/call`, { words: words(ask) });
      this.desk.notices?.say("called", t("desk.called"), t("desk.called.why"));
      return {};
    } catch (error) {
      this.desk.notices?.say("refused", t("refused"), String(/** @type {any} */ (error).message));
      return { refused: true };
    }
  }

  /** Done by one floorperson, or proposed where a second one is needed. @param {import("../game/asks.js").Ask} ask */
  async given(ask) {
    const answer = await this.desk.live?.do({ id: ident(), coup: this.desk.now.coup, ...ask, by: "floor" });
    if (answer?.reason !== SECOND) {
      if (answer?.refused) this.desk.notices?.refused(answer);
      return answer;
    }
    await post("pit/money/propose", proposal(ask, this.desk.name, ident(), t("money.fill")));
    this.desk.notices?.say("called", t("money.proposed"), t("money.proposed.why"));
    return {};
  }

  // ---------------------------------------------------------------- what is shown

  markup() {
    const pages = html`<div class="seg big" role="group" aria-label="${t("desk.table")}">
      ${this.pages.map((page) => html`<button data-page="${page}" aria-pressed="${page === this.page ? "true" : "false"}">${t(`sheet.${page}`)}</button>`)}
    </div>`;
    return html`<section class="sheet">
      <header>
        <h2><b>${t("desk.table")}</b></h2>
        <span class="grow"></span
        ><button class="btn ghost" data-sheet="" aria-label="${t("close")}">${icon("clear")}</button>
      </header>
      ${pages}
      <p class="note">
        ${t(`sheet.${this.page}.why`)}${!this.floor && this.page !== "orders" && this.page !== "defect" ? ` ${t("sheet.asks-floor")}` : ""}
      </p>
      ${this[this.page]()}
    </section>`;
  }

  orders() {
    const acts = besides(this.desk.expected),
      { order } = this;
    if (order)
      return html`<p><b>${dueName(order.act)}</b> ${t("sheet.for-what")}</p>
        <div class="choices">
          ${order.reasons.map((reason) => html`<button class="btn huge" data-reason="${reason}">${t(`reason.${reason}`)}</button>`)}
        </div>`;
    return acts.length
      ? html`<div class="choices big">
          ${acts.map((act) => html`<button class="choice" data-order="${this.desk.expected.indexOf(act)}"><b>${dueName(act)}</b><span class="sec">${cited(act.section)}</span></button>`)}
        </div>`
      : html`<p class="none">${t("sheet.no-orders")}</p>`;
  }

  correct() {
    if (!this.cards.length) return html`<p class="none">${t("sheet.no-cards")}</p>`;
    const cards = html`<div class="pickcards">
      ${this.cards.map(([place, face]) => html`<button data-place="${place}" aria-pressed="${place === this.place ? "true" : "false"}"><b>${placeName(place)}</b>${cardPicture(place === this.place && this.card ? this.card : face, 74, cardName(face))}</button>`)}
    </div>`;
    return html`<div class="sheetrow">
        ${cards}
        <div class="beside">
          ${this.reason()}${this.send("correct", Boolean(this.place && this.card), this.card ? t("sheet.correct.do", { place: placeName(this.place), card: cardName(this.card) }) : t("sheet.correct"))}
        </div>
      </div>
      ${this.place ? keyboard("correct") : ""}`;
  }

  stand() {
    const said =
      this.seat && this.cents
        ? t("sheet.stand.do", { seat: this.seat, cents: dollars(this.cents), wager: wagerName(this.chosen) })
        : t("sheet.stand");
    return html`${this.seats()}${this.areas()}${this.sum()}${this.reason()}${this.send("stand", Boolean(this.seat && this.cents), said)}`;
  }

  adjust() {
    return html`${this.seats()}${this.signs("sheet.to-seat", "sheet.from-seat")}${this.sum()}${this.causes()}${this.reason()}${this.send("adjust", Boolean(this.seat && this.cents), !this.seat || !this.cents ? t("sheet.adjust") : t(this.sign > 0 ? "sheet.adjust.pay" : "sheet.adjust.take", { seat: this.seat, cents: dollars(this.cents) }))}`;
  }

  fill() {
    return html`${this.signs("sheet.to-rack", "sheet.from-rack")}${this.sum()}${this.send("fill", Boolean(this.cents), !this.cents ? t("sheet.fill") : t(this.sign > 0 ? "sheet.fill.bring" : "sheet.fill.take", { cents: dollars(this.cents) }))}`;
  }

  defect() {
    const pressed = (/** @type {boolean} */ is) => (is ? "true" : "false"),
      decks = Array.from({ length: this.desk.rules.decks }, (_, i) => i + 1);
    return html`<div class="seg big" role="group" aria-label="${t("sheet.defect.deck")}">
        ${decks.map((deck) => html`<button data-deck="${deck}" aria-pressed="${pressed(deck === this.deck)}">${deck}</button>`)}
      </div>
      <div class="seg big" role="group" aria-label="${t("sheet.defect")}">
        ${DEFECTS.map((kind) => html`<button data-kind="${kind}" aria-pressed="${pressed(kind === this.kind)}">${t(`defect.${kind}`)}</button>`)}
      </div>
      ${this.send("defect", true, t("sheet.defect.do", { deck: this.deck, kind: t(`defect.${this.kind}`) }))}`;
  }

  staff() {
    return html`<div class="fields">
        <label>${t("sheet.calling")}<input name="calling" value="${this.calling}" autocomplete="off" /></label
        ><label>${t("sheet.wagers")}<input name="wagers" value="${this.wagers}" autocomplete="off" /></label>
      </div>
      ${this.send("staff", true, t("sheet.staff.do"))}`;
  }

  seats() {
    const seats = this.desk.now.seats.filter((seat) => seat.taken);
    return html`<div class="seg big" role="group" aria-label="${t("sheet.seat")}">
      ${seats.map((seat) => html`<button data-pick="${seat.seat}" aria-pressed="${seat.seat === this.seat ? "true" : "false"}">${seat.seat} · ${this.desk.called(seat)}</button>`)}
    </div>`;
  }

  areas() {
    return html`<div class="seg big" role="group" aria-label="${t("cause.wager")}">
      ${this.desk.rules.wagers.map((one) => html`<button data-of="${one.key}" aria-pressed="${one.key === this.chosen ? "true" : "false"}">${wagerName(one.key)}</button>`)}
    </div>`;
  }

  /** The coup and the wager that are corrected, or a reason by its code. */
  causes() {
    const pressed = (/** @type {boolean} */ is) => (is ? "true" : "false");
    const choose = html`<div class="seg big" role="group" aria-label="${t("cause")}">
      ${["", ...this.desk.rules.causes].map((cause) => html`<button data-cause="${cause}" aria-pressed="${pressed(cause === this.cause)}">${t(`cause.${cause || "wager"}`)}</button>`)}
    </div>`;
    return html`${choose}${
      this.cause
        ? ""
        : html`<div class="fields">
              <label
                >${t("cause.coup")}<input
                  name="coup"
                  inputmode="numeric"
                  value="${this.coup}"
                  placeholder="${this.last}"
                  autocomplete="off"
                  maxlength="9"
              /></label>
            </div>
            ${this.areas()}`
    }`;
  }

  sum() {
    return adding(this.cents, chips(this.desk.rules.smallest, 25000_00), t("sheet.sum"));
  }
  reason() {
    return html`<div class="fields">
      <label
        >${t("sheet.why")}<input
          name="why"
          value="${this.why}"
          placeholder="${t("why.mistake")}"
          autocomplete="off"
          maxlength="200"
      /></label>
    </div>`;
  }
  /** @param {string} more @param {string} less */
  signs(more, less) {
    return html`<div class="seg big" role="group" aria-label="${t("sheet.which-way")}">
      ${[
        [1, more],
        [-1, less],
      ].map(
        ([sign, key]) =>
          html`<button data-sign="${sign}" aria-pressed="${sign === this.sign ? "true" : "false"}">
            ${t(String(key))}
          </button>`,
      )}
    </div>`;
  }
  /** @param {string} does @param {boolean} ready @param {string} said */
  send(does, ready, said) {
    return html`<div class="sheetacts">
      <button class="btn primary huge" data-does="${does}" ${ready ? "" : html`disabled`}>
        ${this.floor || does === "staff" || does === "defect" ? said : `${t("desk.ask-floor")}: ${said}`}
      </button>
    </div>`;
  }
}
