/**
 * Fair cards, checked in the page: the bytes that docs/fairness.md defines, hashed by the browser itself.
 * Nothing is asked of the server here: what it has published either holds or does not.
 */
import { numbered } from "./cards.js";

/** @typedef {string | number | Uint8Array} Field */

const encoder = new TextEncoder();

/** @param {Field} field @returns {Uint8Array} */
function bytes(field) {
  if (typeof field === "string") return encoder.encode(field);
  if (typeof field !== "number") return field;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(field));
  return new Uint8Array(view.buffer);
}

/** A row of fields: each with its length in four bytes before it. @param {Field[]} fields */
export function preimage(...fields) {
  const parts = ["punto-fair/1", ...fields].map(bytes);
  const out = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = 0;
  for (const part of parts) {
    new DataView(out.buffer).setUint32(at, part.length);
    out.set(part, at + 4);
    at += 4 + part.length;
  }
  return out;
}

/** @param {Uint8Array} from */
export const hex = (from) => [...from].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Field[]} fields @returns {Promise<string>} */
export const sha = async (...fields) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", preimage(...fields))));

/** @param {string} text @returns {Promise<string>} */
export const digest = async (text) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));

/** The entry of the list that a turned card must have. @param {{position: number, card: string, salt: string}} turned */
export const entry = (turned) => sha("card", turned.position, numbered(turned.card), unhex(turned.salt));

/** The hash that a player publishes before revealing entropy. @param {string} commitment @param {string} who @param {string} entropy */
export const pledge = (commitment, who, entropy) => sha("pledge", unhex(commitment), who, unhex(entropy));

/** Thirty-two random bytes. */
export const entropy = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/**
 * The proofs of one shoe: the published lists, and each turned card compared with its entry.
 * @typedef {{place: string, card: string, position: number, salt: string, coup: number, proved: boolean | null, checking?: Promise<void>}} Turned
 */
export class Proofs {
  constructor() {
    /** @type {Map<number, string[]>} lists by coup, 0 for a whole shoe */
    this.lists = new Map();
    /** @type {Turned[]} */
    this.turned = [];
    this.commitment = "";
    this.coup = 0; // of the latest list: a continuous shoe has one for each coup
  }

  /** @param {import("./types.js").Happened} event */
  see(event) {
    const kind = event.event.split("/")[0];
    if (kind === "shoe-committed" && !event.coup) Object.assign(this, new Proofs());
    if (kind === "shoe-committed") this.commitment = event.commitment;
    if (kind === "cards-listed") this.lists.set((this.coup = event.coup ?? 0), event.hashes);
    if (kind === "card-turned" && event.salt)
      this.turned.push({
        place: event.place,
        card: event.card,
        position: event.position,
        salt: event.salt,
        coup: event["drawn-in"] || this.coup,
        proved: null,
      });
  }

  /** Whether the list that a card is on was seen. @param {{coup: number}} card */
  listed(card) {
    return this.lists.get(card.coup) ?? this.lists.get(0);
  }

  /** How many cards are on their list. */
  get proved() {
    return this.turned.filter((card) => card.proved).length;
  }
  /** The first card that is not on its list. */
  get failed() {
    return this.turned.find((card) => card.proved === false) ?? null;
  }

  /** Check what has not been checked; a card whose list is unknown stays unproved. @returns {Promise<boolean>} whether no card has failed */
  async check() {
    await Promise.all(this.turned.map((card) => (card.checking ??= this.#compare(card))));
    return this.failed === null;
  }

  /** @param {Turned} card */
  async #compare(card) {
    const list = this.listed(card);
    if (list) card.proved = (await entry(card)) === list[card.position];
  }
}
