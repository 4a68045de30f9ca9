/** The desk's view of the due work: headline, places and keys, seats, payouts with the chips to cut, irregularities. */
import { RANKS, SUITS, count } from "../game/cards.js";
import { stacks } from "../game/chips.js";
import { dollars, marked } from "../game/money.js";
import { called, collected, due, ofSeat, once, payouts, remedies, troubles, wanted } from "../game/work.js";
import { index, picture as cardPicture } from "../draw/card.js";
import { pile } from "../draw/chip.js";
import { icon } from "../draw/icons.js";
import { html } from "../draw/markup.js";
import { RIDE } from "../game/acts.js";
import { cardName, dueName, wagerName } from "../i18n/names.js";
import { cited, has, t } from "../i18n/words.js";

/**
 * @typedef {import("../game/types.js").Act} Act
 * @typedef {import("./desk.js").Desk} Desk
 */

/** @param {Desk} desk @param {Act | undefined} first */
export function headline(desk, first) {
  const { places } = desk.now,
    counts = [count(places, "P"), count(places, "B")],
    others = first ? [] : desk.now.due,
    act = desk.chosen ?? first ?? others[0];
  const now = desk.now.trouble
    ? html`<span class="tag warn">${icon("flag", 14)}${t("call.held")}</span>`
    : html`<span
        >${t(first || desk.chosen ? "desk.due" : others.length ? (others[0].by === "floor" ? "desk.waits-floor" : "desk.waits") : "now")}</span
      >`;
  const hands = counts.some((one) => one !== null)
    ? html`<p class="why">
        ${t("wager.player")} <b>${counts[0] ?? "–"}</b>, ${t("wager.banker")} <b>${counts[1] ?? "–"}</b>
      </p>`
    : "";
  return html`<div class="k">${now}<span class="sec">${cited(act?.section)}</span></div>
    <h2 class="big">${title(desk, first, act)}</h2>
    ${hands} ${act?.how && !desk.wrong && !desk.chosen ? html`<p class="how" lang="en">${act.how}</p>` : ""}
    <p class="say">
      ${desk.now.trouble && others[0]?.by === "floor" ? t("desk.floor-decides") : desk.wrong || desk.now.trouble ? t("desk.settle-first") : others[0]?.by === "floor" ? t("desk.floor-sees") : betting(desk)}
    </p>`;
}

/** @param {Desk} desk @param {Act | undefined} first @param {Act | undefined} act */
function title(desk, first, act) {
  const paying = first?.what === "pay-seat" ? payouts(desk.now.settled).find((one) => !one.done) : null;
  if (desk.wrong) return t("desk.which");
  if (desk.chosen) return t("desk.key-seen");
  if (desk.now.trouble && !desk.now.trouble.face && remedies(desk.expected).seen && !desk.chosen) return t("desk.seen");
  if (paying) return payWords(paying);
  return act ? dueName(act) : t(desk.now.phase === "betting" ? "desk.betting" : "desk.nothing");
}

/** Entry of wagers for players without screens. @param {Desk} desk */
const betting = (desk) =>
  desk.expected.some((act) => act.do === "wager")
    ? t("desk.enter-wagers")
    : desk.expected.some((act) => act.do === "sit" && !desk.now.seats.some((seat) => seat.taken))
      ? t("desk.enter-seats")
      : "";

/** @param {{seat: number, lines: import("../game/types.js").Line[]}} paying */
function payWords(paying) {
  const sum = (/** @type {"marked" | "vigorish" | "paid"} */ of) =>
    paying.lines.reduce((all, line) => all + (line[of] ?? 0), 0);
  return t(sum("marked") ? "desk.mark-pay" : sum("vigorish") ? "desk.take-pay" : "desk.pay", {
    seat: paying.seat,
    marked: dollars(marked(sum("marked"))),
    taken: dollars(sum("vigorish")),
    pays: dollars(sum("paid")),
  });
}

/** @param {Desk} desk @param {Act | undefined} first */
export function work(desk, first) {
  if (desk.wrong) return guide(desk);
  if (desk.sheet) return [...(desk.sheet.beside === "seats" ? [seats(desk)] : []), desk.sheet.markup()];
  if (first?.what === "pay-seat" || first?.what === "collect-losing") return [payments(desk, first), seats(desk)];
  const turns = desk.turns && !desk.rules.virtual;
  const acts =
    desk.now.trouble && !desk.chosen
      ? trouble(desk)
      : turns
        ? [keys(desk), rest(desk)]
        : [confirms(desk), buttons(desk)];
  return [Object.keys(desk.now.places).length || turns ? places(desk) : "", acts, seats(desk)];
}

/** @param {Desk} desk */
function places(desk) {
  const { now } = desk,
    wants = wanted(desk.turns),
    dealt = due(desk.expected)
      .filter((act) => act.do === "deal")
      .map((act) => act.what ?? "");
  const side = (/** @type {"P" | "B"} */ letter) =>
    html`<div class="handtag">
      <span
        >${t(letter === "P" ? "desk.hand.player" : "desk.hand.banker")}${now.squeezers[letter] ? html` <small>${t("with-seat", { seat: now.squeezers[letter] })}</small>` : ""}</span
      ><span class="count ${count(now.places, letter) === null ? "none" : letter}"
        >${count(now.places, letter) ?? "–"}</span
      >
    </div>`;
  const place = (/** @type {string} */ name) => {
    const at = wants.indexOf(name),
      keyed = desk.keyed.faces[at],
      lies = name in now.places,
      face = keyed ?? now.places[name] ?? null,
      here = at === desk.keyed.faces.length || dealt.includes(name);
    return html`<div class="place-box ${here ? "now" : ""}">
      <b>${name}</b
      >${lies || keyed ? cardPicture(face, 92, cardName(face)) : html`<span>${here ? t("desk.here") : ""}</span>`}
    </div>`;
  };
  const besides = [...wants, now.trouble?.place ?? ""]
    .filter((name) => name && !/^[PB][123]$/.test(name))
    .filter((name, i, all) => all.indexOf(name) === i);
  return html`<div class="places ${besides.length ? "more" : ""}">
    ${side("P")}${side("B")}${["P1", "P2", "P3", "B1", "B2", "B3"].map(place)}${
      besides.length
        ? html`<div class="aside">
            ${besides.map((name) => {
              const at = wants.indexOf(name),
                face = desk.keyed.faces[at] ?? (name === now.trouble?.place ? now.trouble.face : null) ?? null;
              return html`<div
                class="place-box ${at === desk.keyed.faces.length || name === now.trouble?.place ? "now" : ""}"
              >
                <b>${t(has(`place.${name}`) ? `place.${name}` : "place.card")}</b
                >${cardPicture(face, 92, cardName(face))}
              </div>`;
            })}
          </div>`
        : ""
    }
  </div>`;
}

/** Fifty-two keys. @param {string} [but] what they are for, where it is not the turn that is due */
export const keyboard = (but = "") =>
  html`<div class="keys" ${but ? html`data-for="${but}"` : ""}>
    ${SUITS.map((suit) => RANKS.map((rank) => html`<button class="kc" data-key="${rank}${suit}" aria-label="${cardName(rank + suit)}">${index(rank + suit)}</button>`))}
  </div>`;

/** @param {Desk} desk */
function keys(desk) {
  const at = wanted(desk.turns)[desk.keyed.faces.length] ?? "",
    asked = has(`place.${at}`)
      ? t("desk.which-named", { place: t(`place.${at}`) })
      : t("desk.which-card", { place: at });
  return html`<p class="keyhead">
      <span>${asked}</span><span class="hide-s">${t("desk.scan")} <code>${desk.keyed.typed}</code></span>
    </p>
    ${keyboard()}`;
}

/** Alternatives to entering cards: the cover card, a hand given up. @param {Desk} desk */
function rest(desk) {
  if (desk.chosen) return "";
  const others = once(desk.expected).filter(
    (act) =>
      act !== desk.turns &&
      ((act.must && act.do !== "turn") ||
        act.what === "give-up" ||
        act.what === "order-give-up" ||
        act.what === "set-aside-cover"),
  );
  return others.length
    ? html`<div class="dueacts small">
        ${others.map((act) => html`<button class="btn" data-act="${desk.expected.indexOf(act)}">${dueName(act)}</button>`)}
      </div>`
    : "";
}

/** Wagers called with cash, which are none until the dealer says so. @param {Desk} desk */
const confirms = (desk) =>
  called(desk.expected).map((act) => {
    const cents = desk.now.seats.find((seat) => seat.seat === act.seat)?.verbal?.[act.what ?? ""] ?? 0;
    return html`<div class="payline now verbal">
      <span class="seat">${act.seat}</span>
      <p><b>${wagerName(act.what ?? "")} ${cents ? dollars(cents) : ""}</b>${t("desk.verbal")} ${cited(act.section)}</p>
      <button class="btn primary" data-act="${desk.expected.indexOf(act)}">${t("desk.confirm")}</button>
    </div>`;
  });

/** @param {Desk} desk */
function buttons(desk) {
  const acts = due(desk.expected),
    aside = desk.expected.filter((act) => !act.must && act.what === "set-aside-cover");
  const one = (/** @type {Act} */ act, /** @type {number} */ i) =>
    html`<div class="dueact ${ofSeat(act) ? "ofseat" : ""}">
      ${depth(desk, act)}${act.holes?.post ? signing(desk, act) : act.do === RIDE && ofSeat(act) ? rides(desk, act) : html`<button class="btn ${i ? "" : "primary"} huge" data-act="${desk.expected.indexOf(act)}">${dueName(act)}</button>`}<span
        class="sec"
        >${cited(act.section)}</span
      >
    </div>`;
  return html`<div class="dueacts">${[...acts, ...aside].map(one)}</div>`;
}

/** The vacant posts, one of which a dealer takes. @param {Desk} desk @param {Act} act */
const signing = (desk, act) =>
  html`${(act.holes?.post?.of ?? []).map((post) => html`<button class="btn primary huge" data-act="${desk.expected.indexOf(act)}" data-post="${post}">${t("posts.sign-on-as", { post: t(`post.${post}`) })}</button>`)}`;

/** How deep a card goes in, where the table leaves that open. @param {Desk} desk @param {Act} act */
const depth = (desk, act) => {
  const hole = act.holes?.cards,
    step = String(act.given?.step);
  if (!hole || hole["by-keeper"]) return "";
  return html`<label
    >${t("cut.depth")}
    <input
      type="number"
      inputmode="numeric"
      data-depth="${step}"
      min="${hole.least}"
      max="${hole.most}"
      value="${desk.depths[step] ?? hole.usual}"
  /></label>`;
};

/** The choice of a seat whose wager may ride: take it, or let it ride on a hand it has wagered on. @param {Desk} desk @param {Act} act */
export function rides(desk, act) {
  const of = act.holes?.choice?.of ?? [];
  return html`<p class="cap">${dueName(act)}</p>
    <div class="choices">
      ${of.map((choice, i) => html`<button class="btn ${i ? "" : "primary"} huge" data-act="${desk.expected.indexOf(act)}" data-choice="${choice}">${t(`ride.${choice}`)}</button>`)}
    </div>`;
}

/** @param {Desk} desk @param {Act} first */
function payments(desk, first) {
  const { settled } = desk.now,
    lines = payouts(settled),
    here = desk.expected.indexOf(first),
    sum = collected(settled);
  const collecting =
    first.what === "collect-losing"
      ? html`<div class="payline now">
          <span class="seat">–</span>
          <p><b>${t("desk.collect")}</b>${cited(first.section)}</p>
          <p><b>${dollars(sum)}</b></p>
          <button class="btn primary" data-act="${here}">${t("desk.collected")}</button>
        </div>`
      : "";
  const now = first.what === "pay-seat" ? lines.find((one) => !one.done) : null;
  const vigorish = (/** @type {import("../game/types.js").Line} */ line) =>
    line.marked
      ? t("desk.mark", { cents: dollars(marked(line.marked)) })
      : line.vigorish
        ? t("desk.take", { cents: dollars(line.vigorish) })
        : t("desk.no-vigorish");
  const last = (/** @type {typeof lines[number]} */ one, /** @type {number} */ i) =>
    one.done
      ? html`<span class="ok">${icon("check", 26)}<span class="vh">${t("desk.paid")}</span></span>`
      : one === now && i === one.lines.length - 1
        ? html`<button class="btn primary" data-act="${here}">${t("desk.paid")}</button>`
        : html`<span class="sec">${t("desk.next")}</span>`;
  return html`<div class="pay">
    ${collecting}${lines.map((one) =>
      one.lines.map(
        (line, i) =>
          html`<div class="payline ${one.done ? "done" : one === now ? "now" : ""}">
            <span class="seat">${one.seat}</span>
            <p><b>${wagerName(line.wager)} ${dollars(line.stake)}</b>${cited(line.section)}</p>
            <p><b>${vigorish(line)}</b></p>
            <div class="cut">
              ${one === now ? pile(line.paid ?? 0, 66, 60, 26) : ""}
              <p>
                <b>${t("desk.pays", { cents: dollars(line.paid ?? 0) })}</b>${stacks(line.paid ?? 0)
                  .map(([chip, many]) => `${many} × ${dollars(chip)}`)
                  .join(", ")}
              </p>
            </div>
            ${last(one, i)}
          </div>`,
      ),
    )}
  </div>`;
}

/** Seats as the dealer sees them: the highest at the left. Each opens what may be entered for it. @param {Desk} desk */
function seats(desk) {
  const { now, sheet } = desk,
    shown = sheet?.beside ? sheet.seat : 0,
    lines = payouts(now.settled);
  const state = (/** @type {import("../game/types.js").Seat} */ seat) => {
    const line = lines.find((one) => one.seat === seat.seat);
    if (line) return line.done ? t("desk.paid") : t("desk.to-pay");
    const staked = Object.entries(seat.stakes).map(([wager, cents]) => `${wagerName(wager)} ${dollars(cents)}`),
      spoken = Object.entries(seat.verbal ?? {}).map(
        ([wager, cents]) => `${t("desk.said")} ${wagerName(wager)} ${dollars(cents)}`,
      );
    return [...staked, ...spoken].join(", ") || (seat.taken && seat.chips !== undefined ? dollars(seat.chips) : "–");
  };
  return html`<ul class="rowseats n${now.seats.length} ${shown ? "strip" : ""}">
    ${[...now.seats].reverse().map(
      (seat) =>
        html`<li>
          <button
            class="rs ${seat.taken ? "" : "e"} ${seat.seat === shown ? "now" : ""}"
            data-seat="${seat.seat}"
            aria-expanded="${seat.seat === shown ? "true" : "false"}"
          >
            <b>${seat.seat}</b><span>${seat.taken ? desk.called(seat) || t("seat.taken") : t("seat.free")}</span
            ><small
              >${seat.owes ? `${t("desk.owes", { cents: dollars(marked(seat.owes)) })} · ` : ""}${now.curator === seat.seat ? `${t("seat.curator")} · ` : ""}${state(seat)}</small
            >
          </button>
        </li>`,
    )}
  </ul>`;
}

// ---------------------------------------------------------------- trouble

/** What has happened? @param {Desk} desk */
const guide = (desk) =>
  html`<div class="choices big">
    ${troubles(desk.expected).map(
      (act) =>
        html`<button class="choice" data-trouble="${desk.expected.indexOf(act)}">
          <b>${t(`trouble.${act.what}`)}</b
          ><span>${t(`trouble.${act.what}.why`)} <span class="sec">${cited(act.section)}</span></span>
        </button>`,
    )}
  </div>`;

/** A card lies where it should not: whether it was seen, and what is then done about it. @param {Desk} desk */
function trouble(desk) {
  const { ways, seen } = remedies(desk.expected),
    index = (/** @type {Act} */ act) => desk.expected.indexOf(act),
    asked = seen && !desk.now.trouble?.face;
  const crumbs = html`<p class="crumbs">
    <b>${t(has(`trouble.${desk.now.trouble?.place}`) ? `trouble.${desk.now.trouble?.place}` : "trouble.error")}</b
    >${asked ? html` › <span>${t("trouble.asked")}</span>` : desk.now.trouble?.face ? html` › <b>${cardName(desk.now.trouble.face)}</b>` : ""}
  </p>`;
  const remedy = ways.map(
    (act, i) =>
      html`<div class="remedy">
        <div>
          <h3>${dueName(act)}</h3>
          <p>
            ${has(`remedy.${act.what}`) ? t(`remedy.${act.what}`) : ""} <span class="sec">${cited(act.section)}</span>
          </p>
        </div>
        <button class="btn ${i ? "" : "primary"} huge" data-act="${index(act)}">${t("desk.do-it")}</button>
      </div>`,
  );
  const yes = asked
    ? html`<button class="choice" data-trouble="${index(seen)}">
        <b>${t("trouble.yes")}</b><span>${t("trouble.yes.why")} <span class="sec">${cited(seen.section)}</span></span>
      </button>`
    : "";
  return html`${crumbs}
    <div class="ways">${asked ? html`<p class="no"><b>${t("trouble.no")}</b></p>` : ""}${remedy}</div>
    ${yes}`;
}
