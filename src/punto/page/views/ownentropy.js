/**
 * The player's own randomness: pledged for every shuffle as soon as its commitment is published, and revealed when the
 * table calls for it. A player may do it by hand instead. Messages are read as they arrive and not as they are shown:
 * the table does not wait for a page that still shows the last coup.
 */
import { asked, ident } from "../game/acts.js";
import { entropy, pledge } from "../game/fair.js";

const BY_HAND = "entropy-by-hand";

/** Whether the page pledges by itself. */
export const automatic = () => localStorage.getItem(BY_HAND) === null;

/** Let the page pledge by itself, or leave it to the player. */
export const switchAutomatic = () =>
  automatic() ? localStorage.setItem(BY_HAND, "") : localStorage.removeItem(BY_HAND);

export class OwnEntropy {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.commitment = "";
    this.who = "";
    /** @type {number | null} */
    this.seat = null;
  }

  /** Note the commitment of a shoe; pledge, once for each, or reveal, if that is due. @param {{kind: string, body: any}} message */
  hear({ kind, body }) {
    if (kind === "welcome") [this.who, this.seat] = [body.you.who, body.you.seat];
    if (kind === "welcome" && body.picture) this.commitment = body.picture.fair?.commitment ?? "";
    if (kind === "events") for (const event of body.events) this.follow(event);
    if (kind !== "expected") return;
    const seat = this.seat,
      due = asked(body, seat).map((act) => act.do),
      [commitment, own] = (sessionStorage.getItem(this.key) ?? "/").split("/"),
      mine = commitment !== "" && commitment === this.commitment;
    if (due.includes("reveal-entropy") && mine) this.send({ do: "reveal-entropy", seat, entropy: own });
    else if (due.includes("pledge") && !mine && this.commitment && automatic()) this.pledge(seat);
  }

  /** @param {import("../game/types.js").Happened} event */
  follow(event) {
    if (event.event.startsWith("shoe-committed/")) this.commitment = event.commitment;
    if (event.event.startsWith("player-seated/") && event.who === this.who) this.seat = event.seat;
    if (event.event.startsWith("player-left/") && event.seat === this.seat) this.seat = null;
  }

  get key() {
    return `entropy/${this.table.name}`;
  }

  /** Add entropy to the shoe that is committed to; it is kept first, so that a page that is loaded again reveals it. @param {number | null} seat */
  async pledge(seat = this.seat) {
    const own = entropy();
    sessionStorage.setItem(this.key, `${this.commitment}/${own}`);
    await this.send({ do: "pledge", seat, hash: await pledge(this.commitment, this.who, own) });
  }

  /** Send, without a message for a refusal: it was done in another window, or came too late. @param {any} command */
  send(command) {
    return this.table.live?.do({ id: ident(), ...command });
  }
}
