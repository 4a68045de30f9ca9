/** The track under the slider of a replay: a tick for each event, by its kind, and the phases of the coup below. */
import { html, r } from "./markup.js";

const KINDS = /** @type {Record<string, string>} */ ({
  "wager-made": "bet",
  "wager-withdrawn": "bet",
  "card-dealt": "card",
  "card-turned": "face",
  "coup-settled": "end",
  "coup-voided": "flag",
  "payment-corrected": "flag",
  "card-corrected": "flag",
  "settlement-reversed": "flag",
});
const WIDE = 1000,
  EDGE = 8;

/** In which phase of a coup an event stands. @param {import("../game/types.js").Happened} event @param {string} before */
function phase(event, before) {
  const kind = event.event.split("/")[0];
  if (event.step === "no-more-bets" || (kind === "card-dealt" && /^[PB][12]$/.test(event.place))) return "dealing";
  if (kind === "card-dealt" && /^[PB]3$/.test(event.place)) return "drawing";
  if (kind === "card-turned" && /^[PB][12]$/.test(event.place)) return "turning";
  return kind === "coup-settled" || event.step === "announce-result" ? "paying" : before;
}

/** @param {import("../game/types.js").Happened[]} events @param {number} step @param {boolean[]} flagged @param {(phase: string) => string} name */
export function track(events, step, flagged, name) {
  const x = (/** @type {number} */ at) => r(EDGE + (at / Math.max(1, events.length)) * (WIDE - 2 * EDGE));
  /** @type {{phase: string, from: number}[]} */
  const phases = [];
  let now = "betting";
  const ticks = events.map((event, i) => {
    now = phase(event, now);
    if (phases.at(-1)?.phase !== now && !phases.some((one) => one.phase === now)) phases.push({ phase: now, from: i });
    const kind = flagged[i] ? "flag" : (KINDS[event.event.split("/")[0]] ?? "step");
    return html`<path
      d="M${x(i + 1)} ${kind === "flag" ? 2 : kind === "step" ? 12 : 7}V26"
      class="k-${kind} ${i < step ? "past" : ""}"
    />`;
  });
  return html`<svg class="track" viewBox="0 0 ${WIDE} 30" preserveAspectRatio="none" aria-hidden="true">
      <path d="M${EDGE} 19H${WIDE - EDGE}" class="rail" />
      <path d="M${EDGE} 19H${x(step)}" class="run" />
      ${ticks}
    </svg>
    <p class="phases" aria-hidden="true">
      ${phases.map((one, i) => html`<span class="at${Math.round((((phases[i + 1]?.from ?? events.length) - one.from) / Math.max(1, events.length)) * 20)}">${name(one.phase)}</span>`)}
    </p>`;
}
