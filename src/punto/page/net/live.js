/**
 * The line to a table. It comes back by itself with the number of the last event it has seen, and says again what was
 * not answered: a command has the same id each time, so that nothing happens twice.
 *
 * @typedef {{kind: string, body: any}} Heard
 */
export const SHUT = "table closed"; // the last word where a line need not come back
const PATIENCE = [300, 800, 1500, 3000, 5000];

export class Live {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #over = false;
  /** @type {Map<string, {said: any, answer: (body: any) => void}>} */
  #asked = new Map();
  #timer = 0;
  #elsewhere = ""; // where this floor sends the page; that process responded a moment ago

  /** @param {string} table @param {(heard: Heard) => void} hear @param {(open: boolean) => void} change */
  constructor(table, hear, change) {
    this.table = table;
    this.hear = hear;
    this.change = change;
    this.seen = 0;
    this.drift = 0; // the server's clock less ours
    addEventListener("online", this.#again);
    this.open();
  }

  open() {
    const url = new URL(
      `/api/tables/${encodeURIComponent(this.table)}/live${this.seen ? `?since=${this.seen}` : ""}`,
      location.href,
    );
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onmessage = (message) => this.#take(JSON.parse(String(message.data)));
    socket.onclose = () => this.#lost(socket);
  }

  /** Reconnect, as another user or for a fresh picture. */
  renew() {
    this.seen = 0;
    this.#tries = 0;
    this.#socket?.close();
  }

  close() {
    this.#over = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#again);
    this.#socket?.close();
  }

  /** @param {Record<string, any>} command with its id @param {string} [cosign] a second person's signature @returns {Promise<any>} what was accepted or refused */
  do(command, cosign) {
    const said = cosign ? { do: command, cosign } : { do: command };
    return new Promise((answer) => {
      this.#asked.set(command.id, { said, answer });
      this.#say(said);
    });
  }

  /** @param {string[]} places */
  peek(places) {
    this.#say({ peek: places });
  }

  /** The time by the server's clock. */
  now() {
    return Date.now() + this.drift;
  }

  /** Milliseconds until a time of the server's clock. @param {number} at */
  until(at) {
    return at - this.now();
  }

  /** @param {any} message */
  #say(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {Record<string, any>} message */
  #take(message) {
    const [kind, body] = Object.entries(message)[0] ?? ["", null];
    if (kind === "welcome") this.#welcomed(body);
    if (body?.now) this.drift = body.now - Date.now();
    if (kind === "events") this.seen = body.n + body.events.length - 1;
    if (kind === "accepted" || kind === "refused") {
      this.#asked.get(body.id)?.answer({ ...body, refused: kind === "refused" });
      this.#asked.delete(body.id);
    }
    this.hear({ kind, body });
    if (kind === "moved") this.#elsewhere = body.url;
  }

  /** @param {any} body */
  #welcomed(body) {
    this.#tries = 0;
    if (body.picture) this.seen = body.version;
    this.change(true);
    for (const { said } of this.#asked.values()) this.#say(said);
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (this.#over || socket !== this.#socket) return;
    this.change(false);
    if (this.#elsewhere) {
      location.href = new URL(location.hash, this.#elsewhere).href;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.open(), PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]);
  }

  #again = () => {
    if (this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.open();
  };
}
