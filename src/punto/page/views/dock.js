/** The dock: chips and what may be done with them; the squeeze's buttons; what the coup brought; the time. */
import { asked } from "../game/acts.js";
import { picker } from "../game/chips.js";
import { dollars, marked, signed } from "../game/money.js";
import { range } from "../game/rules.js";
import { total } from "../game/slip.js";
import { chip } from "../draw/chip.js";
import { icon, ring } from "../draw/icons.js";
import { fill, html } from "../draw/markup.js";
import { actName, wagerName } from "../i18n/names.js";
import { cited, t } from "../i18n/words.js";

const ACTS = /** @type {const} */ (["undo", "clear", "repeat", "double"]);

export class Dock {
  /** @param {import("./table.js").Table} table @param {HTMLElement} element */
  constructor(table, element) {
    this.table = table;
    this.element = element;
    element.innerHTML =
      '<span class="drain" aria-hidden="true"></span><div class="work"></div><span class="grow"></span><div class="clock"></div>';
    element.addEventListener("click", (event) => this.pressed(/** @type {HTMLElement} */ (event.target)));
    element.addEventListener("dragstart", (event) => {
      const of = /** @type {HTMLElement} */ (event.target).closest("[data-chip]");
      if (of instanceof HTMLElement) event.dataTransfer?.setData("text/plain", of.dataset.chip ?? "");
    });
  }

  /** @param {HTMLElement} target */
  pressed(target) {
    const { table } = this,
      button = target.closest("button");
    if (!button) return;
    const { chip: cents, act, sit, does, open } = button.dataset;
    if (cents) {
      table.chip = Number(cents);
      table.render();
    }
    if (act) table.change(/** @type {any} */ (act));
    if (sit) table.sit(Number(sit));
    if (open) table.drawer?.open(open);
    if (does) this.does(does);
  }

  /** @param {string} does */
  does(does) {
    const { table } = this,
      act = table.may("turn");
    if (does === "turn") table.felt?.holding.turn();
    if (does === "back" && act) table.perform(act);
    if (does === "deal" && this.deals) table.perform(this.deals);
    if (does === "pass-shoe") {
      const pass = table.may("pass-shoe");
      if (pass) table.perform(pass);
    }
    if (does === "give-up") table.do({ do: "perform", step: "give-up", seat: table.you.seat });
    if (does === "free-hand") table.do({ do: "free-hand", seat: table.you.seat });
    table.render();
  }

  get chips() {
    const { table } = this,
      of = range(table.rules),
      side = table.rules.wagers.filter((wager) => wager.least !== wager.most);
    return picker(table.rules.smallest, of.least, Math.max(of.most, ...side.map((wager) => wager.most)));
  }

  update() {
    const { table } = this,
      chips = this.chips;
    if (!chips.includes(table.chip))
      table.chip = chips.find((cents) => cents >= range(table.rules).least) ?? chips.at(-1) ?? 0; // enough for a wager
    const how =
      table.you.seat === null
        ? "sit"
        : table.turns.length
          ? "turn"
          : this.deals
            ? "deal"
            : table.now.settled
              ? "result"
              : "bet";
    this.element.dataset.how = how;
    fill(
      this.element.querySelector(".work"),
      {
        sit: () => this.seating(),
        turn: () => this.turning(),
        deal: () => this.dealing(),
        result: () => this.result(),
        bet: () => this.betting(),
      }[how](),
    );
    this.tick();
  }

  seating() {
    const { table } = this,
      seats = table.free;
    return html`<p class="sqsay">
        <b>${t(table.shut ? "shut" : seats.length ? "sit.title" : "sit.full")}</b
        >${t(table.shut ? "shut.why" : seats.length ? "sit.text" : "sit.watch")}
      </p>
      <div class="acts">
        ${seats.length ? html`<button class="btn primary" data-sit="${seats[Math.floor((seats.length - 1) / 2)]}">${t("sit")}</button>` : ""}<button
          class="btn"
          data-open="rules"
        >
          ${t("nav.rules")}
        </button>
      </div>`;
  }

  betting() {
    const { table } = this,
      open = table.betting,
      spare = (table.own?.chips ?? 0) + total(table.own?.stakes ?? {}) - total(table.slip.want);
    const off = /** @type {Record<string, boolean>} */ ({
      undo: !table.slip.before.length,
      clear: !total(table.slip.want),
      repeat: !total(table.slip.last) || total(table.slip.want) > 0,
      double: !total(table.slip.want),
    });
    const picked = html`<div class="picker" role="group" aria-label="${t("picker")}">
      ${this.chips.map((cents) => html`<button data-chip="${cents}" draggable="true" aria-pressed="${cents === table.chip ? "true" : "false"}" aria-label="${dollars(cents)}" ${open && cents <= spare ? "" : html`disabled`}>${chip(cents)}</button>`)}
    </div>`;
    const free = table.may("free-hand")
        ? html`<button class="btn ghost" data-does="free-hand">${t("free-hand")}</button>`
        : "",
      pass =
        table.may("pass-shoe")?.by === "curator" && table.now.curator === table.you.seat
          ? html`<button class="btn ghost" data-does="pass-shoe">${t("do.pass-shoe")}</button>`
          : "";
    return html`${picked}
      <div class="acts">
        ${ACTS.map((act) => html`<button class="btn" data-act="${act}" ${open && !off[act] ? "" : html`disabled`}>${icon(act)}${t(act)}</button>`)}
      </div>
      ${free}${pass}`;
  }

  /** The acts of the holder of the shoe: deal, or put the Banker's Hand under the shoe. */
  get deals() {
    return asked(this.table.expected, this.table.you.seat).find((act) => act.by === "curator" && act.must);
  }

  dealing() {
    const { deals } = this,
      third = deals?.what?.endsWith("3");
    return html`<div class="acts">
        <button class="btn primary dealbtn" data-does="deal">${icon("play")}${deals ? actName(deals) : ""}</button>
      </div>
      <p class="sqsay">
        <b>${t("shoe.yours")}</b>${deals?.do === "deal" ? t(third ? "shoe.third" : "shoe.how") : ""}
        <span class="sec">${cited(deals?.section)}</span>
      </p>`;
  }

  turning() {
    const { table } = this,
      act = table.may("turn"),
      side = (table.turns[0] ?? "P")[0],
      seen = table.felt?.holding.cards.length ?? 0,
      title = t(table.turns[0]?.endsWith("3") ? "squeeze.third" : side === "P" ? "squeeze.player" : "squeeze.banker");
    return html`<div class="acts sqacts">
        ${seen ? html`<button class="btn" data-does="turn" ${table.felt?.holding.open ? html`disabled` : ""}>${icon("hand")}${t("squeeze.turn")}</button>` : ""}<button
          class="btn primary"
          data-does="back"
        >
          ${t("squeeze.back")}</button
        >${table.may("give-up") ? html`<button class="btn" data-does="give-up">${t("squeeze.give-up")}</button>` : ""}
      </div>
      <p class="sqsay">
        <b>${title}</b>${t(seen ? "squeeze.how" : "squeeze.no-peek")} <span class="sec">${cited(act?.section)}</span>
      </p>`;
  }

  result() {
    const { table } = this,
      { result } = table,
      awards = (table.now.settled?.awards ?? []).filter((one) => one.seat === table.you.seat);
    if (!result?.wagers.length)
      return html`<div class="resultline">
        <p class="cap">${t("result")}</p>
        <p>${t("result.none")}</p>
      </div>`;
    return html`<div class="resultline">
        <p class="cap">${t("result")}</p>
        <p>
          <b class="money">${signed(result.net)}</b>
          ${[...awards.map((one) => `${t(`meter.${one.meter}`)} ${signed(one.cents)}`), ...result.wagers.toSorted((a, b) => Math.abs(b.gain) - Math.abs(a.gain)).map(gained), ...(result.corrected ? [`${t("result.corrected")} ${signed(result.corrected)}`] : [])].join(" · ")}
        </p>
        ${result.marked ? html`<p class="sec">${t("result.marked", { cents: dollars(marked(result.marked)) })}</p>` : ""}
      </div>
      <button class="btn receipt" data-open="history">${t("receipt")}</button>`;
  }

  tick() {
    const { table } = this,
      open = table.timer.closes !== null && table.now.phase === "betting",
      { seconds, part } = table.left;
    const drain = /** @type {HTMLElement} */ (this.element.querySelector(".drain"));
    drain.style.width = `${open ? Math.round(part * 1000) / 10 : 0}%`;
    const staked = total(table.want ?? table.own?.stakes ?? {}),
      sum =
        table.you.seat === null || !staked || table.now.settled
          ? ""
          : html`<p class="staked"><span class="cap">${t("on-felt")}</span><b>${dollars(staked)}</b></p>`;
    const before =
      table.you.seat !== null && !staked && !table.now.settled && !table.result?.wagers.length ? table.last : null;
    const past = before?.wagers.length
      ? html`<p class="staked"><span class="cap">${t("last-coup")}</span><b>${signed(before.net)}</b></p>`
      : "";
    const clock = table.waits
      ? html`<div class="clockface">
          ${ring(part, seconds)}
          <p>
            ${t(table.turns.length || this.deals || table.notices?.acts.length ? "waits.you" : "waits.somebody")}<b
              >${t("seconds", { seconds })}</b
            >
          </p>
        </div>`
      : open
        ? html`<div class="clockface ${seconds <= 5 ? "soon" : ""}">
            ${ring(part, seconds)}
            <p>${t("closes")}<b>${t("seconds", { seconds })}</b></p>
          </div>`
        : html`<div class="clockface">
            <p>${t("now")}<b>${t(`phase.${table.now.phase}`)}</b></p>
          </div>`;
    fill(this.element.querySelector(".clock"), html`${past}${sum}${clock}`);
  }
}

/** A wager and what it won or lost. @param {import("../game/results.js").WagerResult} of */
const gained = (of) =>
  `${wagerName(of.wager)} ${of.returned && !of.paid ? t("result.push") : signed(of.gain).replace(/\.00$/, "")}`;
