/**
 * What a desk asks the floor to put right, as words that the pit can carry out: people read them, and so does the page.
 * Where they are anything else they are only words.
 *
 * @typedef {{do: "correct", place: string, card: string, why: string} | {do: "adjust", seat: number, cents: number, why: string} | {do: "fill", cents: number}} Ask
 */
import { read } from "./cards.js";
import { dollars } from "./money.js";

/** @param {Ask} ask */
export function words(ask) {
  if (ask.do === "correct") return `Correct ${ask.place} to ${ask.card}: ${ask.why}`;
  if (ask.do === "adjust") return `Adjust seat ${ask.seat} by ${dollars(ask.cents)}: ${ask.why}`;
  return `Fill ${dollars(ask.cents)}`;
}

/** Cents of a sum as it is written: $1,234.50, with its sign. @param {string} said */
const cents = (said) => Math.round(Number(said.replace(/[$,]/g, "").replace("−", "-")) * 100);

/** @param {string} said @returns {Ask | null} */
export function understood(said) {
  const correct = /^Correct (\w+) to (\w+): (.+)$/.exec(said), card = correct && read(correct[2]);
  if (correct && card) return { do: "correct", place: correct[1], card, why: correct[3] };
  const adjust = /^Adjust seat (\d+) by ([−-]?\$[\d,.]+): (.+)$/.exec(said);
  if (adjust) return { do: "adjust", seat: Number(adjust[1]), cents: cents(adjust[2]), why: adjust[3] };
  const fill = /^Fill ([−-]?\$[\d,.]+)$/.exec(said);
  return fill ? { do: "fill", cents: cents(fill[1]) } : null;
}
