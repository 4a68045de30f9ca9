/** The felt of the page: wide as a drawing, small as a grid; the same areas, the same acts, one of them in the page at a time. */
import { standing } from "../game/cards.js";
import { lies } from "../game/felt_state.js";
import { key } from "../game/pace.js";
import { dollars, marked } from "../game/money.js";
import { personName, wagerName } from "../i18n/names.js";
import { t } from "../i18n/words.js";
import { Holding } from "./squeeze.js";
import { breath, calm, depart, glide, slide, turn } from "./motion.js";
import { Spots } from "./spots.js";
import { Wide } from "./wide.js";

const SMALL = "(max-width: 699px), (max-height: 500px)";
const NARROW = 700; // pixels: below it the drawing's words are too small to read

export class Felt {
  /** @param {import("./table.js").Table} table @param {HTMLElement} element */
  constructor(table, element) {
    this.table = table;
    this.element = element;
    this.holding = new Holding(table);
    this.small = matchMedia(SMALL);
    this.changed = () => this.forget();
    this.small.addEventListener("change", this.changed);
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(element);
    element.addEventListener("click", (event) => this.pressed(event));
    element.addEventListener("keydown", (event) => this.keyed(event));
    element.addEventListener("dragover", (event) => this.over(event));
    element.addEventListener("dragleave", () => this.mark(null));
    element.addEventListener("drop", (event) => this.dropped(event));
    /** @type {Wide | Spots | null} */
    this.view = null;
  }

  /** Another size or language: draw all of it again. */
  forget() {
    this.view = null;
    this.update();
  }

  /** A drawer that opens or closes changes the width, too. */
  resized() {
    if (this.view && this.view instanceof Spots !== this.tight) this.forget();
    else this.view?.resized();
  }

  get tight() {
    return this.small.matches || this.element.clientWidth < NARROW;
  }

  stop() {
    this.small.removeEventListener("change", this.changed);
    this.sizes.disconnect();
  }

  update() {
    this.view ??= this.tight ? new Spots(this, this.element) : new Wide(this, this.element);
    this.view.update();
    this.holding.update(this.element);
  }

  tick() {
    this.view?.tick();
  }

  // ---------------------------------------------------------------- what there is to see

  /** The chips and the player of each seat. @returns {import("../draw/chipsonfelt.js").Before[]} */
  seats() {
    const { now, you, rules, free: may } = this.table;
    return now.seats.map((seat) => {
      const own = seat.seat === you.seat,
        lying = this.short(lies(now, seat, own ? this.table.want : undefined)),
        sit = may.includes(seat.seat) ? t("sit") : "";
      const name = own
          ? t("you")
          : (seat.taken && this.table.names?.[seat.seat]) ||
            personName(seat.who ?? "") ||
            (seat.taken ? t("seat.taken") : t("seat.free")),
        label = `${seat.seat} · ${name}`;
      const said = Object.entries(lying)
        .map(([wager, one]) => `${wagerName(wager)} ${dollars(one.stake)}`)
        .join(", ");
      const owes = seat.owes ? t("seat.owes", { cents: dollars(marked(seat.owes)) }) : "";
      return {
        seat: seat.seat,
        label,
        taken: Boolean(seat.taken || own),
        owes: seat.owes ?? 0,
        lit: Boolean(seat.lit),
        sit: sit ? `${seat.seat} · ${sit}` : "",
        lies: lying,
        combination: combination(rules.combinations[seat.seat]),
        tags: this.tags(seat.seat),
        about: sit
          ? t("seat.sit", { seat: seat.seat })
          : [t("seat.about", { seat: seat.seat, name }), said || t("seat.nothing"), owes].filter(Boolean).join(". "),
      };
    });
  }

  /** Say of chips that are too few for a wager how many it takes. @param {Record<string, import("../game/felt_state.js").Lying>} lying */
  short(lying) {
    for (const [wager, one] of Object.entries(lying))
      if (one.waits && one.stake < (this.table.limits[wager]?.least ?? 0)) one.least = this.table.limits[wager].least;
    return lying;
  }

  /** @param {number} seat */
  tags(seat) {
    const { now } = this.table,
      holds = Object.entries(now.squeezers).filter(
        ([side, holder]) => holder === seat && [1, 2, 3].some((number) => now.places[side + number] === null),
      );
    return [
      ...(now.curator === seat ? [t("seat.curator")] : []),
      ...holds.map(([side]) => t(side === "P" ? "seat.holds-player" : "seat.holds-banker")),
    ];
  }

  /** The coup before, while no card of the next one lies on the felt. */
  get previous() {
    const { now } = this.table;
    return Object.keys(now.places).length ? null : now.previous;
  }

  /** @param {import("../game/types.js").Previous} of @param {"P" | "B"} side */
  past(of, side) {
    const name = side === "P" ? "player" : "banker";
    return {
      cards: [1, 2, 3].filter((n) => of.places[side + n]).map((n) => /** @type {string} */ (of.places[side + n])),
      count: of[name],
      wins: of.winner === name,
    };
  }

  counts() {
    const { places } = this.table.now;
    return { P: standing(places, "P"), B: standing(places, "B") };
  }

  /** Whose hand lies face down at which seat. @param {"P" | "B"} side */
  away(side) {
    const { now } = this.table,
      holder = now.squeezers[side];
    return holder && now.places[`${side}1`] === null ? holder : 0;
  }

  /** @param {string} key */
  label(key) {
    const { table } = this,
      limit = table.limits[key],
      stake = table.want?.[key] ?? table.own?.stakes[key] ?? 0;
    return [
      wagerName(key),
      limit ? t("area.limits", { least: dollars(limit.least), most: dollars(limit.most) }) : "",
      stake ? t("area.staked", { cents: dollars(stake) }) : t("area.empty"),
    ]
      .filter(Boolean)
      .join(", ");
  }

  // ---------------------------------------------------------------- what is done to it

  /** @param {Event} event */
  target(event) {
    const found = /** @type {Element} */ (event.target).closest(
      "[data-wager][role=button], button[data-wager], [data-seat][role=button], button[data-seat]",
    );
    return found instanceof HTMLElement || found instanceof SVGElement ? found : null;
  }

  /** @param {Event} event */
  pressed(event) {
    const on = this.target(event);
    if (!on) return;
    if (on.dataset.wager) this.table.lay(on.dataset.wager);
    else if (on.dataset.seat) this.seat(Number(on.dataset.seat));
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    const on = this.target(event);
    if (!on || (on instanceof HTMLButtonElement && event.key !== "Delete" && event.key !== "Backspace")) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pressed(event);
    }
    if ((event.key === "Delete" || event.key === "Backspace") && on.dataset.wager) {
      event.preventDefault();
      this.table.unlay(on.dataset.wager);
    }
  }

  /** @param {number} seat */
  seat(seat) {
    const { table } = this;
    if (table.free.includes(seat)) table.sit(seat);
    else table.notices?.seat(this.seats().find((one) => one.seat === seat));
  }

  /** @param {DragEvent} event */
  over(event) {
    const on = this.target(event);
    if (!on?.dataset.wager || !this.table.mayLay(on.dataset.wager)) return this.mark(null);
    event.preventDefault();
    return this.mark(on);
  }

  /** @param {Element | null} on */
  mark(on) {
    for (const other of this.element.querySelectorAll(".over")) if (other !== on) other.classList.remove("over");
    on?.classList.add("over");
  }

  /** @param {DragEvent} event */
  dropped(event) {
    const on = this.target(event),
      cents = Number(event.dataTransfer?.getData("text/plain"));
    this.mark(null);
    if (!on?.dataset.wager || !cents) return;
    event.preventDefault();
    this.table.lay(on.dataset.wager, cents);
  }

  // ---------------------------------------------------------------- how it moves

  /** Each movement takes the time that the table gives it, or the usual one. @param {import("../game/types.js").Happened} event */
  move(event) {
    const { times } = this.table,
      usual = (/** @type {string} */ key, /** @type {number} */ time) => times[key] || time,
      card = () => this.element.querySelector(`[data-place="${event.place}"] .turns`),
      deal = usual("card-dealt", 320);
    /** @type {Record<string, () => void>} */
    const moves = {
      "card-dealt": () => slide(card(), this.spot("shoe"), deal),
      "third-card-dealt": () => breath(card(), this.spot("shoe"), deal, usual("third-card-dealt", deal + 1) - deal),
      "card-turned": () => turn(card(), usual("card-turned", 260)),
      "third-card-turned": () => turn(card(), usual("third-card-turned", 260) * 0.6),
      "wager-made": () => glide(this.chips(event.seat, event.wager), 0, 26, 180),
      "pay-seat": () => {
        for (const chips of this.element.querySelectorAll(this.paid(event.seat)))
          slide(chips, this.spot("rack"), usual("pay-seat", 420));
      },
      "clear-cards": () => {
        for (const one of times["clear-cards"] ? this.element.querySelectorAll("[data-place] .turns") : [])
          depart(one, this.spot("discards"), times["clear-cards"]);
      },
    };
    moves[key(event)]?.();
  }

  /** The place from which the dealer takes cards or chips, or to which they go. @param {"shoe" | "rack" | "discards"} what */
  spot(what) {
    return this.element.querySelector(`[data-${what}]`)?.getBoundingClientRect();
  }

  /** Losing chips go to the rack: what lay there is drawn once more, on its way, after the felt has been drawn without it. @param {import("../game/types.js").Happened} event */
  leaving(event) {
    const time = this.table.times[key(event)];
    if (event.step !== "collect-losing" || !time || calm()) return null;
    const before = [...this.element.querySelectorAll(".lies")].filter((one) => one.childElementCount),
      copies = before.map((one) => ({
        at: one.getBoundingClientRect(),
        copy: /** @type {Element} */ (one.cloneNode(true)),
      })),
      name = (/** @type {Element} */ one) => `${one.getAttribute("data-seat")}/${one.getAttribute("data-wager")}`;
    return () => {
      const left = new Set(
        [...this.element.querySelectorAll(".lies")].filter((one) => one.childElementCount).map(name),
      );
      for (const { at, copy } of copies.filter((one) => !left.has(name(one.copy))))
        depart(this.view?.ghost(copy, at) ?? copy, this.spot("rack"), time)?.finished.then(() => copy.remove());
    };
  }

  /** @param {number} seat @param {string} wager */
  chips(seat, wager) {
    return this.element.querySelector(
      seat === this.table.you.seat
        ? `.lies[data-wager="${wager}"]:not([data-seat]) .stack`
        : `.lies[data-seat="${seat}"][data-wager="${wager}"] .stack`,
    );
  }
  /** @param {number} seat */
  paid(seat) {
    return seat === this.table.you.seat
      ? ".lies:not([data-seat]) .stack + .stack, .lies .pile + .pile"
      : `.lies[data-seat="${seat}"] .stack + .stack`;
  }
}

/** The pairs of a seat's Royal 9, as signs. @param {string[][] | undefined} pairs */
function combination(pairs) {
  const signs = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", c: "♣", d: "♦" });
  return (pairs ?? [])
    .slice(0, 1)
    .map((pair) => pair.map((card) => card.slice(0, -1) + signs[card.slice(-1)]).join(""))
    .join(" ");
}
