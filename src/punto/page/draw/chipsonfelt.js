/** The felt in front of each seat: stakes, payouts next to them, marker buttons, names. */
import { brief, dollars, marked } from "../game/money.js";
import { stack } from "./chip.js";
import { BAND, pill, put, sector } from "./felt.js";
import { html, r } from "./markup.js";
import { sideName, wagerName } from "../i18n/names.js";
import { t } from "../i18n/words.js";

/**
 * @typedef {import("./felt.js").Geometry} Geometry
 * @typedef {import("../game/felt_state.js").Lying} Lying
 * @typedef {Record<string, Lying>} OnFelt
 * @typedef {{seat: number, label: string, taken: boolean, owes: number, combination: string, lit: boolean, sit: string, tags: string[], about: string, lies: OnFelt}} Before
 */

/** @param {Lying} lying */
export const amount = (lying) =>
  lying.paid
    ? `+${dollars(lying.paid)}`
    : lying.least
      ? t("waits", { cents: dollars(lying.stake), least: dollars(lying.least) })
      : dollars(lying.stake);

/** @param {Geometry} of @param {Before} seat */
export const seatChips = (of, seat) =>
  seat.seat === of.mine
    ? Object.entries(seat.lies).map(([wager, lying]) => ownStake(of, wager, lying))
    : [mainStakes(of, seat), sideStakes(of, seat)];

/** @param {Geometry} of @param {string} wager @param {Lying} lying */
function ownStake(of, wager, lying) {
  const area = of.area(of.mine ?? 0, wager);
  if (!area) return "";
  const radius = (area.radii[0] + area.radii[1]) / 2,
    middle = (area.from + area.to) / 2,
    size = of.type(11.5);
  const text = amount(lying);
  const glow = lying.won ? html`<path class="cell won" d="${sector(area.radii, area.from, area.to)}" />` : "";
  if (area.band === 3) {
    const both = lying.paid
      ? [stack(-12, 3, lying.stake, 9.5), stack(12, 3, lying.paid, 9.5)]
      : stack(0, 3, lying.stake, 10.5);
    return html`<g class="lies ${lying.waits ? "waits" : ""}" data-wager="${wager}"
      >${glow}${put(area.radii[0] + 40, middle, both)}${put(area.radii[1] + 1, middle, pill(0, 0, text, size))}</g
    >`;
  }
  const right = (of.own * Math.PI * radius) / 360,
    wide = text.length * size * 0.58 + size * 1.25,
    rx = area.band ? 17 : 11,
    foot = area.band ? 0 : 7;
  const x = right - wide - rx - (area.band ? 12 : 9),
    first = lying.paid ? x - rx * 2.2 : x;
  return html`<g class="lies ${lying.waits ? "waits" : ""}" data-wager="${wager}"
    >${glow}${put(radius, middle, html`${stack(first, foot, lying.stake, rx)}${lying.paid ? stack(x, foot, lying.paid, rx) : ""}${pill(right - wide / 2 - 8, area.band ? -8 : 4, text, size)}`)}</g
  >`;
}

/** @param {Geometry} of @param {Before} seat */
function mainStakes(of, seat) {
  const narrow = of.width < 96,
    size = of.type(11.5);
  return of.main.map((wager, band) => {
    const lying = seat.lies[wager.key];
    if (!lying) return "";
    const radius = (BAND[band][0] + BAND[band][1]) / 2,
      rx = narrow ? 11 : band ? 15 : 11,
      foot = band ? 12 : 9;
    const text = lying.paid ? `+${dollars(lying.paid)}` : dollars(lying.stake);
    const short = narrow ? (lying.paid ? "+" : "") + brief(lying.paid || lying.stake) : text,
      wide = short.length * size * 0.58 + size * 1.25;
    const row = (lying.paid ? rx * 2.1 : 0) + rx * 2 + 3 + wide,
      from = -Math.min(row, of.width - 4) / 2;
    const glow = lying.won ? html`<path class="cell won" d="${sector(BAND[band], ...of.span(seat.seat))}" />` : "";
    if (narrow)
      return html`<g class="lies" data-seat="${seat.seat}" data-wager="${wager.key}"
        >${glow}${put(radius, of.middle(seat.seat), html`${stack(0, foot - 6, lying.stake, rx)}${pill(0, foot + 10, short, size)}`)}</g
      >`;
    return html`<g class="lies" data-seat="${seat.seat}" data-wager="${wager.key}"
      >${glow}${put(radius, of.middle(seat.seat), html`${stack(from + rx, foot, lying.stake, rx)}${lying.paid ? stack(from + rx * 3.1, foot, lying.paid, rx) : ""}${pill(from + row - wide / 2, 12, short, size)}`)}</g
    >`;
  });
}

/** Side wagers of others: what lies there is named in words, and nothing is printed where nothing lies. @param {Geometry} of @param {Before} seat */
function sideStakes(of, seat) {
  const lies = of.side.filter((wager) => seat.lies[wager.key]);
  if (!lies.length) return "";
  const size = of.type(11),
    sum = lies.reduce((total, wager) => total + (seat.lies[wager.key].paid || seat.lies[wager.key].stake), 0);
  const paid = lies.some((wager) => seat.lies[wager.key].paid),
    text = (paid ? "+" : "") + (of.width < 96 ? brief(sum) : dollars(sum));
  const step = Math.min(24, (of.width - 10) / Math.max(lies.length, 1)),
    from = (-step * (lies.length - 1)) / 2 - (of.width > 96 ? 20 : 0);
  const words = lies.map((wager) => (lies.length > 1 ? sideName(wager)[0] : wagerName(wager.key))).join(", "),
    said = words.length * size * 0.52 < of.width - 8 ? words : t("side.many", { many: lies.length });
  return html`<g class="lies" data-seat="${seat.seat}" data-wager="side"
    >${put(BAND.side[0] + 38, of.middle(seat.seat), of.width > 78 ? html`<text text-anchor="middle" y="2" font-size="${size}" class="faint">${said}</text>` : "")}${put(BAND.side[0] + 14, of.middle(seat.seat), html`${lies.map((wager, i) => stack(from + i * step, 4, seat.lies[wager.key].stake, 9.5))}${of.width > 96 ? pill(from + (lies.length - 1) * step + 14 + text.length * size * 0.36 + 4, 1, text, size) : ""}`)}</g
  >`;
}

/** The marker of vigorish owed, or the number of its box. @param {Geometry} of @param {Before} seat */
export function marker(of, seat) {
  const radius = (BAND.vigorish[0] + BAND.vigorish[1]) / 2,
    size = of.type(11.2),
    wide = of.width > 96 || seat.seat === of.mine;
  const owed = seat.owes ? dollars(marked(seat.owes)) : "";
  const disc = seat.owes
    ? html`<circle cx="${wide ? -22 : 0}" r="9.5" fill="#fbf6e8" stroke="#8a7a50" /><text
          x="${wide ? -22 : 0}"
          y="4"
          text-anchor="middle"
          font-size="${size}"
          font-weight="700"
          fill="#1c211e"
          >${seat.seat}</text
        >${wide ? html`<text x="9" y="4" text-anchor="middle" font-size="${size}" font-weight="620" class="cream">${owed}</text>` : ""}`
    : html`<text y="4" text-anchor="middle" font-size="${size}" class="faint">${seat.seat}</text>`;
  return put(radius, of.middle(seat.seat), html`<g class="marker" data-seat="${seat.seat}">${disc}</g>`);
}

/** The button of a seat: its label names the stakes in words, or it seats the user. @param {Geometry} of @param {Before} seat */
export function nameplate(of, seat) {
  const own = seat.seat === of.mine,
    size = of.type(12.5),
    width = Math.max(of.width - 6, 40),
    room = own ? 30 : Math.floor(width / (size * 0.56));
  const label = of.width < 78 && !own ? `${seat.seat} ${seat.taken ? "●" : "○"}` : seat.sit || seat.label,
    text = label.length > room ? label.slice(0, Math.max(1, room - 1)) + "…" : label;
  const extra =
    seat.combination && (own || (text.length * 0.54 + seat.combination.length * 0.6 + 0.5) * size < width)
      ? html`<tspan dx="7" font-size="${of.type(11)}" font-weight="500" class="faint">${seat.combination}</tspan>`
      : "";
  const tags = seat.tags.length
    ? html`<text y="${r(size * 1.25)}" text-anchor="middle" font-size="${of.type(11)}" class="brass"
        >${seat.tags.join(" · ")}</text
      >`
    : "";
  return put(
    own ? 1660 : 1652,
    of.middle(seat.seat),
    html`<g
        class="nameplate ${own ? "me" : ""} ${seat.lit ? "lit" : ""} ${seat.sit ? "sits" : ""}"
        role="button"
        tabindex="0"
        data-seat="${seat.seat}"
        aria-label="${text}${extra ? ` ${seat.combination}` : ""}. ${seat.about}"
        ><rect
          class="plate"
          x="${r(-width / 2)}"
          y="${r(-size * 1.15)}"
          width="${r(width)}"
          height="${r(size * 1.75)}"
          rx="5"
        /><text text-anchor="middle" font-size="${size}">${text}${extra}</text></g
      >${tags}`,
  );
}
