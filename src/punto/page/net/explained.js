/** Explanations of a table, from its server: fetched once, at the first request. */
import { get, table as at } from "./api.js";
import { spoken } from "../i18n/words.js";

/** @typedef {{section: string, says: Record<string, string>}} Provision */

export class Explained {
  /** @type {{things: Record<string, string[]>, provisions: Record<string, Provision>} | null} */
  answer = null;
  problem = "";
  /** @type {Promise<void> | null} */
  #asked = null;

  /** @param {string} name of the table */
  constructor(name) {
    this.name = name;
  }

  /** @returns {Promise<void>} */
  fetch() {
    return (this.#asked ??= get(`${at(this.name)}/explained`)
      .then((answer) => void (this.answer = answer))
      .catch((error) => {
        this.problem = String(error.message ?? error);
        this.#asked = null; // again at the next question
      }));
  }

  /** The provisions of a thing or a wager. @param {string} thing @returns {Provision[]} */
  of(thing) {
    return (this.answer?.things[thing] ?? []).map((key) => /** @type {any} */ (this.answer).provisions[key]);
  }

  /** @param {string} key @returns {Provision | null} */
  provision(key) {
    return this.answer?.provisions[key] ?? null;
  }
}

/** A provision in the reader's language, or else in English. @param {Provision | null | undefined} of */
export const saying = (of) => of?.says[spoken()] ?? of?.says.en ?? "";
/** Whether it is shown in translation. @param {Provision | null | undefined} of */
export const translated = (of) => spoken() !== "en" && Boolean(of?.says[spoken()]);
