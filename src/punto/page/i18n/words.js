/** Words in the reader's language, from one catalogue. `{name}` stands for a value; a language has no other powers. */
import { CATALOGUE } from "./catalogue.js";

export const LANGUAGES = /** @type {const} */ ({ en: "EN", zh: "中文" });
/** @typedef {keyof typeof LANGUAGES} Language */

/** @type {Language} */
let language = "en";
/** @type {Record<string, [string, string]>} words of books and wagers, which the server sends */
const sent = {};
const listeners = new Set();

export const spoken = () => language;

/** @param {string} wanted */
export function speak(wanted) {
  language = wanted.startsWith("zh") ? "zh" : "en";
  for (const listener of listeners) listener();
}

/** @param {() => void} listener @returns {() => void} how to stop */
export function heard(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keep a title that the server has sent; without one in Chinese it is shown in English. @param {string} key @param {Record<string, string>} titles by language tag */
export function teach(key, titles) {
  sent[key] = [titles.en, titles.zh ?? titles.en];
}

/** @param {string} key @param {Record<string, string | number>} [values] @returns {string} */
export function t(key, values = {}) {
  const row = sent[key] ?? CATALOGUE[key] ?? CATALOGUE[key.replace(/^step\./, "do.")]; // what was made is called as it is asked for
  if (!row) return key.replace(/^[a-z]+\./, "").replaceAll("-", " ");
  return row[language === "zh" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Whether there are words for it. @param {string} key */
export const has = (key) => key in sent || key in CATALOGUE;

/** A section as it is cited. @param {string | undefined} of */
export const cited = (of) => (of ? (of.startsWith(".") || /^\d/.test(of) ? `§ ${of}` : of) : "");
