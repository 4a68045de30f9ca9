/**
 * The picture of a table, and how an event changes it. It follows public events and knows no rules: after a correction or
 * a void the picture is stale, and is fetched again.
 *
 * @typedef {import("./types.js").Picture} Picture
 * @typedef {import("./types.js").Happened} Happened
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {Partial<Picture> & {stale?: boolean}} Changes
 */
import { RIDE } from "./acts.js";
import { count } from "./cards.js";

/** @type {Picture} */
const NOTHING = {
  table: "",
  version: 0,
  phase: "closed",
  shoe: 0,
  coup: 0,
  number: 1,
  kind: "wagered",
  cover: "none",
  left: 0,
  due: [],
  places: {},
  seats: [],
  curator: null,
  squeezers: {},
  trouble: null,
  carried: 0,
  outcomes: [],
  fair: null,
  meters: {},
  exposed: "",
  agenda: null,
  settled: null,
  previous: null,
  chosen: {},
  held: {},
  rides: "",
  metered: "",
  named: {},
  posted: false,
  posts: [],
  vacant: [],
};

/** @param {Record<string, any>} given what the server sent @returns {Picture} */
export function picture(given) {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const seats = (given.seats ?? []).map((/** @type {any} */ seat) => ({ ...seat, stakes: seat.stakes ?? {} }));
  return { ...NOTHING, ...known, curator: given.curator ?? null, trouble: given.trouble ?? null, seats };
}

/**
 * What the event with a number makes of a picture. A picture that was fetched may be ahead of the events that still wait
 * to be shown: what it has already happens no second time, and what it lacks calls it stale.
 * @param {Picture} now @param {Happened} event @param {number} [n] @returns {Picture & {stale?: boolean}}
 */
export function follow(now, event, n = now.version + 1) {
  if (n <= now.version) return now;
  if (n > now.version + 1) return { ...now, stale: true };
  const kind = event.event.split("/")[0];
  const next = { ...now, ...(CHANGES[kind]?.(now, event) ?? {}), version: now.version + 1 };
  const leaving = kind === "coup-ended" && now.posts.some((held) => held.leaving); // a person goes with the coup
  return RARE.has(kind) || leaving ? { ...next, stale: true } : next;
}

/**
 * What a picture from the server lacks, from the events of the shoe: the settlement of a coup that is being paid, and the
 * coup before it.
 * @param {Happened[]} events @returns {Pick<Picture, "settled" | "previous">}
 */
export function remembered(events) {
  let now = /** @type {Picture & {stale?: boolean}} */ (picture({}));
  for (const event of events) now = { ...follow(now, event), stale: false };
  return { settled: now.settled, previous: now.previous };
}

// Corrections reach too far back to be followed, and posts change once in a while.
const RARE = new Set([
  "settlement-reversed",
  "card-corrected",
  "payment-corrected",
  "coup-voided",
  "wagers-returned",
  "card-taken-back",
  "signed-on",
  "signed-off",
  "relieved",
]);

/** @param {Picture} now @param {number} number @param {(seat: Seat) => Partial<Seat>} change @returns {Seat[]} */
const seat = (now, number, change) => now.seats.map((one) => (one.seat === number ? { ...one, ...change(one) } : one));

/** @param {Seat[]} seats @param {Happened} event own chips move by postings: from, to, cents @returns {Seat[]} */
function moved(seats, event) {
  if (!event.postings) return seats;
  return seats.map((one) => {
    if (one.chips === undefined) return one;
    const account = `seat/${one.seat}`;
    const change = (event.postings ?? []).reduce(
      (sum, [from, to, cents]) => sum + (to === account ? cents : 0) - (from === account ? cents : 0),
      0,
    );
    return change ? { ...one, chips: one.chips + change } : one;
  });
}

/** @param {Record<string, number>} stakes @param {string} wager @param {number} cents */
function staked(stakes, wager, cents) {
  const { [wager]: before = 0, ...rest } = stakes;
  return before + cents > 0 ? { ...stakes, [wager]: before + cents } : rest;
}

/** @param {Seat[]} seats */
const empty = (seats) => seats.map((one) => ({ ...one, stakes: {}, coupons: {} }));

/** @param {string} place */
const inHand = (place) => /^[PB][123]$/.test(place);

/** @type {Record<string, (now: Picture, event: Happened) => Changes>} */
const CHANGES = {
  "player-seated": (now, event) => ({
    seats: moved(
      seat(now, event.seat, () => ({
        taken: true,
        who: event.who ?? "",
        stakes: {},
        ...(event.postings ? { chips: 0, you: true } : {}),
      })),
      event,
    ),
  }),
  "player-left": (now, event) => ({
    seats: seat(now, event.seat, () => ({
      taken: false,
      who: "",
      you: false,
      chips: undefined,
      stakes: {},
      owes: 0,
      lit: false,
    })),
  }),
  "chips-bought": (now, event) => ({ seats: moved(now.seats, event) }),
  "wager-made": (now, event) => ({
    kind: "wagered",
    seats: moved(
      seat(now, event.seat, (one) => ({
        stakes: staked(one.stakes, event.wager, event.cents),
        ...(event.coupon ? { coupons: staked(one.coupons ?? {}, event.wager, event.coupon) } : {}),
      })),
      event,
    ),
  }),
  "wager-withdrawn": (now, event) => ({
    seats: moved(
      seat(now, event.seat, (one) => ({
        stakes: staked(one.stakes, event.wager, -one.stakes[event.wager]),
        ...(one.coupons?.[event.wager] ? { coupons: staked(one.coupons, event.wager, -one.coupons[event.wager]) } : {}),
      })),
      event,
    ),
  }),
  "verbal-called": (now, event) => ({
    seats: seat(now, event.seat, () => ({ verbal: { [event.wager]: event.cents } })),
  }),
  "verbal-ended": (now, event) => ({
    seats: moved(
      seat(now, event.seat, () => ({ verbal: {} })),
      event,
    ),
  }),
  "vigorish-collected": (now, event) => ({
    seats: moved(
      seat(now, event.seat, () => ({ owes: 0 })),
      event,
    ),
  }),
  "royal-stakes-taken": (now, event) => ({
    seats: now.seats.map((one) =>
      event.seats.includes(one.seat)
        ? { ...one, lit: true, stakes: staked(one.stakes, now.metered, -one.stakes[now.metered]) }
        : one,
    ),
  }),
  "free-hand-asked": () => ({ kind: "free" }),
  "house-money-chosen": (now, event) => ({ chosen: { ...now.chosen, [event.seat]: event.choice } }),
  "house-money-settled": (now, event) => {
    const seats = moved(
      seat(now, event.seat, (one) => {
        const left = staked(one.stakes, now.rides, -one.stakes[now.rides]);
        return { stakes: event.rides ? staked(left, event.on, event.rides) : left };
      }),
      event,
    );
    return { seats, phase: now.phase === RIDE ? opened(now.rides, seats) : now.phase };
  },
  "card-dealt": (now, event) => ({
    left: event.carried ? now.left : now.left - 1,
    carried: event.carried ? Math.max(0, now.carried - 1) : now.carried,
    ...(inHand(event.place)
      ? {
          places: { ...now.places, [event.place]: null },
          ...(Object.keys(now.places).length === 3 ? { phase: "turning" } : {}),
        }
      : {}),
    ...(event.place.startsWith("error") ? { trouble: { place: event.place, face: null } } : {}),
  }),
  "card-turned": (now, event) => {
    if (event.place === "burn") return { exposed: event.card };
    if (!inHand(event.place))
      return now.trouble || /^(error|face-up|seen)/.test(event.place)
        ? { trouble: { place: event.place, ...now.trouble, face: event.card } }
        : {};
    const { [event.place]: _, ...held } = now.held;
    return { places: { ...now.places, [event.place]: event.card }, held };
  },
  "step-performed": (now, event) => ({ ...ceremony(now, event), ...(STEPS[event.step]?.(now, event) ?? {}) }),
  "coup-settled": (now, event) => ({
    phase: "paying",
    outcomes: now.kind === "simulated" ? now.outcomes : [...now.outcomes, past(now, event)],
    settled: {
      coup: event.coup,
      player: event.player,
      banker: event.banker,
      winner: event.winner,
      call: event.call,
      section: event.section ?? "",
      lines: event.lines ?? [],
      collected: false,
      paid: [],
      early: [],
    },
    seats: moved(empty(now.seats), event).map((one) => {
      const more = (event.lines ?? []).reduce(
        (/** @type {number} */ sum, /** @type {any} */ line) => sum + (line.seat === one.seat ? (line.marked ?? 0) : 0),
        0,
      );
      return more ? { ...one, owes: (one.owes ?? 0) + more } : one;
    }),
  }),
  "award-paid": (now, event) => ({
    seats: moved(now.seats, event),
    settled: now.settled && {
      ...now.settled,
      awards: [...(now.settled.awards ?? []), { seat: event.seat, meter: event.meter, cents: event.cents }],
    },
  }),
  "coup-ended": (now, event) => ({
    phase: event.agenda?.length ? "preparing" : "betting",
    agenda: event.agenda ?? [],
    places: {},
    coup: now.coup + 1,
    number: now.number + 1,
    previous: now.settled && { places: now.places, ...points(now.settled) },
    settled: null,
    squeezers: {},
    chosen: {},
    held: {},
    kind: "wagered",
    seats: now.seats.map((one) => (one.lit ? { ...one, lit: false } : one)),
  }),
  "shoe-ended": (now, event) => ({
    stale: event.completes ?? false, // the coup waits for the next shoe
    phase: event.agenda.length ? "preparing" : now.phase,
    agenda: event.agenda,
    shoe: now.shoe + 1,
    number: 1,
    outcomes: [],
    previous: null,
    left: event.cards,
    cover: "none",
    kind: "wagered",
    fair: now.fair && {},
  }),
  "shoe-committed": (now, event) => ({
    fair: { commitment: event.commitment, again: event.again ?? 0, round: event.round ?? 0 },
  }),
  "beacon-shown": (now, event) => ({ fair: { ...now.fair, signature: event.signature } }),
  "cards-listed": (now, event) => ({ fair: { ...now.fair, listed: event.hashes.length } }),
};

/** @param {import("./types.js").Settled} of */
const points = ({ player, banker, winner }) => ({ player, banker, winner });

/** The next part once both hands are open: a wager that may ride, if one was made, or third cards. @param {string} rides @param {Seat[]} seats */
const opened = (rides, seats) => (seats.some((one) => one.stakes[rides] > 0) ? RIDE : "drawing");

/** A ceremony ends with its last step; when none is left, betting is open, and both hands are when they were turned. @param {Picture} now @param {Happened} event @returns {Changes} */
function ceremony(now, event) {
  if (event.ends && now.phase === "turning" && event.ceremony !== "curator-next")
    return { phase: opened(now.rides, now.seats) };
  if (!event.ends || !["preparing", "idle"].includes(now.phase)) return {};
  if (!now.agenda?.length) return { stale: true };
  const agenda = now.agenda.slice(1);
  return { agenda, phase: agenda.length ? now.phase : "betting" };
}

/** @type {(side: string) => (now: Picture, event: Happened) => Changes} */
const given = (side) => (now, event) => ({ squeezers: { ...now.squeezers, [side]: event.seat ?? 0 } });

/** @type {(now: Picture, event: Happened) => Changes} */
const letGo = (now, event) => ({
  held: {},
  squeezers: Object.fromEntries(Object.entries(now.squeezers).filter(([, holder]) => holder !== event.seat)),
});

/** @type {Record<string, (now: Picture, event: Happened) => Changes>} */
const STEPS = {
  "no-more-bets": () => ({ phase: "dealing" }),
  cards: () => ({ phase: "dealing" }),
  "give-player": given("P"),
  "give-banker": given("B"),
  "open-player": given("P"),
  "open-banker": given("B"),
  "give-up": letGo,
  "order-give-up": letGo,
  "accept-shoe": (_, event) => ({ curator: event.seat ?? 0 }),
  "accept-next": (_, event) => ({ curator: event.seat ?? 0 }),
  "name-dealer": () => ({ curator: 0 }),
  "keep-shoe": () => ({ curator: 0 }),
  "load-shoe": () => ({ cover: "in" }),
  "set-aside-cover": () => ({ cover: "seen" }),
  "announce-last-hand": () => ({ cover: "last" }),
  "collect-losing": (now) => ({ settled: now.settled && { ...now.settled, collected: true } }),
  "pay-seat": (now, event) => ({ settled: now.settled && { ...now.settled, paid: [...now.settled.paid, event.seat] } }),
  "use-as-banker-third": (now) => ({ places: { ...now.places, B3: now.trouble?.face ?? null }, trouble: null }),
  "discard-burned": () => ({ exposed: "" }),
  "carry-card": () => ({ trouble: null }),
  "discard-card": () => ({ trouble: null }),
  "simulate-round": () => ({ trouble: null }),
  "burn-drawn-card": () => ({ trouble: null }),
  "let-card-stand": (now, event) => ({
    places: { ...now.places, [event.place]: now.trouble?.face ?? null },
    trouble: null,
  }),
};

/** @param {Picture} now @param {Happened} event @returns {import("./types.js").Past} */
function past(now, event) {
  const two = (/** @type {string} */ side) =>
    [now.places[side + 1], now.places[side + 2]].map((card) => (card ?? "").slice(0, -1));
  const [p, b] = [two("P"), two("B")];
  const natural =
    !("P3" in now.places || "B3" in now.places) &&
    Math.max(count(now.places, "P") ?? 0, count(now.places, "B") ?? 0) >= 8;
  return {
    outcome: /** @type {any} */ (event.winner.slice(0, 1).toUpperCase()),
    natural,
    "player-pair": p[0] !== "" && p[0] === p[1],
    "banker-pair": b[0] !== "" && b[0] === b[1],
    bonus:
      String(event.call ?? "")
        .split(", ")
        .flatMap((part) => now.named[part] ?? [])[0] ?? "",
    player: event.player,
    banker: event.banker,
    coup: event.coup,
  };
}
