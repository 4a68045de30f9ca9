/** Actual and theoretical win: a bar from zero, and a mark for the theory. Shapes carry the meaning, not only colors. */
import { html, r } from "./markup.js";

const WIDTH = 220,
  HEIGHT = 26;

/** @param {number} win @param {number} theoretical @param {string} label @param {number} [most] the greatest of several, so that they can be compared */
export function hold(win, theoretical, label, most = Math.max(Math.abs(win), Math.abs(theoretical))) {
  const middle = WIDTH / 2,
    scale = most ? (middle - 6) / most : 0,
    x = (/** @type {number} */ cents) => r(middle + cents * scale),
    from = Math.min(x(0), x(win));
  return html`<svg
    class="hold"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="${label}"
    preserveAspectRatio="none"
  >
    <path d="M${middle} 2V${HEIGHT - 2}" class="zero" />
    <rect
      class="win ${win < 0 ? "less" : ""}"
      x="${from}"
      y="8"
      width="${r(Math.max(1, Math.abs(x(win) - x(0))))}"
      height="10"
    />
    <path class="theory" d="M${x(theoretical)} 3V${HEIGHT - 3}" />
  </svg>`;
}
