/**
 * A log, checked in the page: its bytes as docs/log.md defines them, hashed by the browser itself. What needs the rules
 * (that every command decides as it did) is left to `punto verify`; everything here can be seen from the file alone.
 *
 * @typedef {"file" | "chain" | "numbers" | "money" | "cards"} Check
 * @typedef {{check: Check, holds: boolean | null, why: string}} Verdict
 * @typedef {{records: number, events: number, cards: number, streams: Record<string, {n: number, hash: string}>, verdicts: Verdict[], whole: boolean}} Report
 */
import { Proofs, hex } from "./fair.js";
import { follow, picture } from "./picture.js";

const BEFORE = "punto-log/1\n",
  NOTHING = "0".repeat(64),
  BODY = 84,
  OFTEN = 40;
const HASH_AT = 9,
  HASH_END = 73;
const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/** @param {Uint8Array} bytes */
const sha = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {any} */ (bytes))));

/** @param {Uint8Array} bytes @returns {Uint8Array[]} lines without their ends */
function linesOf(bytes) {
  const lines = [];
  for (let from = 0, to; from < bytes.length; from = to + 1) {
    to = bytes.indexOf(10, from);
    if (to < 0) to = bytes.length;
    lines.push(bytes.subarray(from, to));
  }
  return lines;
}

export class Chain {
  /** @param {Uint8Array} bytes of an export */
  constructor(bytes) {
    this.bytes = bytes;
    this.lines = linesOf(bytes);
    /** @type {Record<string, {n: number, hash: string}>} */
    this.streams = {};
    /** @type {Partial<Record<Check, string>>} the first thing that does not hold */
    this.faults = {};
    /** @type {Record<string, Record<string, number>>} */
    this.accounts = {};
    /** @type {Record<string, {now: any, proofs: Proofs}>} */
    this.tables = {};
    this.records = 0;
    this.events = 0;
    this.cards = 0;
  }

  /** Check the whole log, and report progress. @param {(done: number, all: number) => unknown} [told] @returns {Promise<Report>} */
  async check(told = () => {}) {
    for (const [i, line] of this.lines.entries()) {
      if (line[4] === 115) await this.record(line, i + 1); // {"hash, where a header has another letter
      if (i % OFTEN === 0) await told(i, this.lines.length);
    }
    await this.file();
    for (const { proofs } of Object.values(this.tables)) await this.proved(proofs);
    await told(this.lines.length, this.lines.length);
    return this.report();
  }

  /** @param {Check} check @param {string} why */
  fault(check, why) {
    this.faults[check] ??= why;
  }

  /** @param {Uint8Array} line @param {number} number */
  async record(line, number) {
    const body = line.subarray(BODY, -1),
      hash = decoder.decode(line.subarray(HASH_AT, HASH_END));
    let record;
    try {
      record = JSON.parse(decoder.decode(body));
    } catch {
      return this.fault("file", `line ${number}`);
    }
    const { stream, n, events } = record,
      last = this.streams[stream] ?? { n: 0, hash: NOTHING },
      head = encoder.encode(`${BEFORE}${last.hash}\n`);
    const whole = new Uint8Array(head.length + body.length);
    whole.set(head);
    whole.set(body, head.length);
    const where = `line ${number}, ${stream} event ${n}`;
    if ((await sha(whole)) !== hash) this.fault("chain", where);
    if (n !== last.n + 1 || !events.length) this.fault("numbers", where);
    this.streams[stream] = { n: n + events.length - 1, hash };
    this.records++;
    this.events += events.length;
    if (stream.startsWith("table/")) for (const event of events) await this.happened(stream, event, where);
    return undefined;
  }

  /** @param {string} stream @param {any} event @param {string} where */
  async happened(stream, event, where) {
    const accounts = (this.accounts[stream] ??= {}),
      table = (this.tables[stream] ??= { now: picture({ coup: 1, number: 1 }), proofs: new Proofs() });
    for (const [from, to, cents] of event.postings ?? []) {
      accounts[from] = (accounts[from] ?? 0) - cents;
      accounts[to] = (accounts[to] ?? 0) + cents;
      if (!(cents > 0) || (from !== "house" && accounts[from] < 0)) this.fault("money", where);
    }
    if (event.event.startsWith("shoe-committed/") && !event.coup) await this.proved(table.proofs);
    table.proofs.see(event);
    table.now = follow(table.now, event);
  }

  /** @param {Proofs} proofs */
  async proved(proofs) {
    if (!proofs.lists.size) return;
    if (!(await proofs.check())) this.fault("cards", `${proofs.failed?.place ?? ""} ${proofs.failed?.card ?? ""}`);
    this.cards += proofs.proved;
    proofs.turned = [];
  }

  async file() {
    const [first, last] = [this.lines[0], this.lines.at(-1)];
    try {
      const { header } = JSON.parse(decoder.decode(first)),
        { end } = JSON.parse(decoder.decode(last)),
        before = this.bytes.length - (last?.length ?? 0) - 1;
      if (header.format !== "punto-log/1") this.fault("file", "line 1");
      if (
        end.records !== this.records ||
        JSON.stringify(Object.entries(end.streams).sort()) !== JSON.stringify(Object.entries(this.streams).sort())
      )
        this.fault("file", `line ${this.lines.length}`);
      if ((await sha(this.bytes.subarray(0, before))) !== end.sha256) this.fault("file", `line ${this.lines.length}`);
    } catch {
      this.fault("file", `line ${this.lines.length}`);
    }
  }

  /** @returns {Report} */
  report() {
    const checks = /** @type {Check[]} */ (["file", "chain", "numbers", "money", "cards"]);
    const verdicts = checks.map((check) => ({
      check,
      holds: check === "cards" && !this.cards && !this.faults.cards ? null : !(check in this.faults),
      why: this.faults[check] ?? "",
    }));
    return {
      records: this.records,
      events: this.events,
      cards: this.cards,
      streams: this.streams,
      verdicts,
      whole: verdicts.every((one) => one.holds !== false),
    };
  }
}
