/** Plots for the odds room: bars from numbers that were counted elsewhere. Every one of them also says its numbers in words. */
import { html, r } from "./markup.js";

/** The options of a choice. @param {readonly (string | number)[]} all @param {string | number} chosen @param {(one: any) => unknown} [shown] */
export const options = (all, chosen, shown = (one) => one) =>
  html`${all.map((one) => html`<option value="${one}" ${String(one) === String(chosen) ? html`selected` : ""}>${shown(one)}</option>`)}`;

const HEIGHT = 250,
  EDGE = { left: 58, right: 8, top: 12, bottom: 30 };

/** A round number above some value: 1, 2 or 5 of its tens. @param {number} value */
export function roundUp(value) {
  const ten = 10 ** Math.floor(Math.log10(value || 1));
  return ten * ([1, 2, 5, 10].find((step) => step * ten >= value * 0.999) ?? 10);
}

/**
 * Bars about a line at nothing, one for each name; what is not counted yet is an empty place.
 * @param {[string, number | null][]} bars @param {(value: number) => string} written @param {string} label @param {number} width
 */
export function aboutZero(bars, written, label, width) {
  const known = bars.some(([, value]) => value),
    most = roundUp(Math.max(1e-9, ...bars.map(([, value]) => Math.abs(value ?? 0))));
  const inside = width - EDGE.left - EDGE.right,
    tall = HEIGHT - EDGE.top - EDGE.bottom,
    middle = EDGE.top + tall / 2,
    step = inside / bars.length;
  const y = (/** @type {number} */ value) => middle - (value / most) * (tall / 2);
  const lines = [-1, -0.5, 0, 0.5, 1].map(
    (part) =>
      html`<path d="M${EDGE.left} ${r(y(part * most))}H${width - EDGE.right}" class="${part ? "grid" : "axis"}" /><text
          x="${EDGE.left - 8}"
          y="${r(y(part * most) + 4)}"
          text-anchor="end"
          >${known ? written(part * most) : ""}</text
        >`,
  );
  const drawn = bars.map(([name, value], i) => {
    const x = EDGE.left + i * step + step * 0.16,
      wide = step * 0.68,
      from = y(value ?? 0),
      top = Math.min(middle, from);
    const bar =
      value === null
        ? html`<rect x="${r(x)}" y="${r(middle - 5)}" width="${r(wide)}" height="10" class="waits" />`
        : html`<rect
            x="${r(x)}"
            y="${r(top)}"
            width="${r(wide)}"
            height="${r(Math.max(1, Math.abs(from - middle)))}"
            class="${value < 0 ? "down" : "up"}"
            ><title>${name}: ${written(value)}</title></rect
          >`;
    return html`${bar}<text x="${r(x + wide / 2)}" y="${HEIGHT - 9}" text-anchor="middle" class="name">${name}</text>`;
  });
  return html`<svg class="plot" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}">
    ${lines}${drawn}
  </svg>`;
}

/** A share of a whole as a bar beside its figure. @param {number} part @param {number} most @param {string} [cls] */
export const share = (part, most, cls = "") =>
  html`<svg class="share ${cls}" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${r(Math.max(part > 0 ? 0.6 : 0, (part / (most || 1)) * 100))}" height="12" rx="1.5" />
  </svg>`;

/** How far an edge has moved from where it stood with a full shoe, the line in the middle. @param {number} by @param {number} most */
export function moved(by, most) {
  const x = r(80 + (by / (most || 1)) * 72);
  return html`<svg class="moved" viewBox="0 0 160 20" width="160" height="20" aria-hidden="true">
    <path d="M80 1V19" class="axis" />
    <path d="M80 10H${x}" class="way" />
    <circle cx="80" cy="10" r="4" class="was" />
    <circle cx="${x}" cy="10" r="5" class="is" />
  </svg>`;
}

/** The results of a coup as one labeled bar. @param {{key: string, part: number, words: string}[]} parts */
export function ends(parts) {
  let from = 0;
  return html`<svg class="endbar" viewBox="0 0 1000 44" preserveAspectRatio="none" aria-hidden="true">
    ${parts.map(({ key, part }) => {
      const x = from,
        width = part * 1000;
      from += width;
      return html`<rect x="${r(x)}" width="${r(Math.max(0, width - 2))}" height="44" class="f-${key}" />`;
    })}
  </svg>`;
}
