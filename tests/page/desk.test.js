// What desk and pit are made of, without a page: node --test tests/page
import assert from "node:assert/strict";
import { test } from "node:test";
import { understood, words } from "../../src/punto/page/game/asks.js";
import { Draft } from "../../src/punto/page/game/draft.js";
import { follow, picture } from "../../src/punto/page/game/picture.js";
import { age, asked, changes, sorted } from "../../src/punto/page/game/pit.js";
import { posted, rules } from "../../src/punto/page/game/rules.js";
import { areas, atSeat, besides, called, due, once, remedies, troubles } from "../../src/punto/page/game/work.js";

test("a draft is sent as one command for plain chips, one for each coupon, and one that is called", () => {
  const draft = new Draft();
  assert.ok(draft.empty);
  draft.lay("chips", "banker", 5000);
  draft.lay("chips", "banker", 5000);
  draft.lay("chips", "player", 10000);
  draft.lay("coupon", "player", 2500);
  draft.lay("cash", "tie", 2500);
  assert.deepEqual(draft.commands(3), [
    { do: "wagers", seat: 3, stakes: { banker: 10000 } },
    { do: "wager", seat: 3, wager: "player", cents: 10000, coupon: 2500 },
    { do: "verbal", seat: 3, wager: "tie", cents: 2500 },
  ]);
  draft.remove("player");
  draft.remove("tie");
  assert.deepEqual(
    draft.commands(3).map((command) => command.do),
    ["wagers"],
  );
});

test("one wager is called at a time: another takes its place", () => {
  const draft = new Draft();
  draft.lay("cash", "tie", 2500);
  draft.lay("cash", "tie", 2500);
  assert.deepEqual(draft.called, { wager: "tie", cents: 5000 });
  draft.lay("cash", "player", 2500);
  assert.deepEqual(draft.on("tie").cash, 0);
});

test("what a desk asks of the floor comes back as it was meant, and all else is only words", () => {
  for (const ask of /** @type {import("../../src/punto/page/game/asks.js").Ask[]} */ ([
    { do: "correct", place: "P1", card: "10h", why: "read as 10d" },
    { do: "adjust", seat: 3, cents: -2550, why: "paid twice" },
    { do: "adjust", seat: 12, cents: 123_450, why: "x" },
    { do: "adjust", seat: 3, cents: 2550, why: "paid short", corrects: 12, wager: "dragon-7" },
    { do: "adjust", seat: 3, cents: 2550, why: "x", cause: "entry-error" },
    { do: "let-stand", seat: 4, wager: "dragon-7", cents: 1_000_050, why: "seen too late" },
    { do: "fill", cents: 500_000 },
  ]))
    assert.deepEqual(understood(words(ask)), ask);
  assert.equal(understood("A player disputes"), null);
  assert.equal(understood("Correct P1 to 17x: no such card"), null);
});

const ACTS = /** @type {import("../../src/punto/page/game/types.js").Act[]} */ ([
  { do: "perform", by: "dealer", what: "no-more-bets", must: true },
  { do: "wager", by: "player", what: "tie", seat: 2 },
  { do: "verbal", by: "player", what: "tie", seat: 2 },
  { do: "confirm", by: "dealer", what: "tie", seat: 4 },
  { do: "collect-vigorish", by: "dealer", seat: 2 },
  { do: "free-hand", by: "player", seat: 2 },
  { do: "perform", by: "dealer", what: "order-give-up", seat: 2 },
  { do: "perform", by: "floor", what: "order-give-up", seat: 2 },
  { do: "perform", by: "curator", what: "pass-shoe", seat: 2 },
  { do: "deal", by: "dealer", what: "error" },
]);

test("what is expected falls into what is due, what a seat may do, and what may have gone wrong", () => {
  assert.deepEqual(
    due(ACTS).map((act) => act.what),
    ["no-more-bets"],
  );
  assert.deepEqual(
    atSeat(ACTS, 2).map((act) => act.what ?? act.do),
    ["collect-vigorish", "free-hand", "pass-shoe"],
  );
  assert.deepEqual([areas(ACTS, 2, "chips"), areas(ACTS, 2, "cash"), areas(ACTS, 3, "chips")], [["tie"], ["tie"], []]);
  assert.deepEqual(
    called(ACTS).map((act) => act.seat),
    [4],
  );
  assert.deepEqual(
    besides(ACTS).map((act) => act.by),
    ["dealer"],
    "the same order of two roles is one button",
  );
  assert.deepEqual(
    troubles(ACTS).map((act) => act.what),
    ["error"],
  );
  assert.equal(once(ACTS).length, ACTS.length - 1);
});

test("a card in trouble is asked for, and then its remedy", () => {
  const acts = /** @type {any} */ ([
    { do: "perform", by: "dealer", what: "carry-card", must: true },
    { do: "turn", by: "dealer", what: "error" },
  ]);
  assert.equal(remedies(acts).ways.length, 1);
  assert.equal(remedies(acts).seen?.what, "error");
});

test("a card that stands counts where it was dealt; a coup that waits for new cards is fetched again", () => {
  const at = picture({ places: { P1: null }, trouble: { place: "error", face: "9h" } });
  const stood = follow(at, { event: "step-performed/1", step: "let-card-stand", place: "B1" });
  assert.deepEqual([stood.places, stood.trouble], [{ P1: null, B1: "9h" }, null]);
  assert.equal(follow(at, { event: "step-performed/1", step: "burn-drawn-card" }).trouble, null);
  const ended = { event: "shoe-ended/1", shoe: 1, cards: 416, agenda: ["cut"] };
  assert.deepEqual([follow(at, ended).stale, follow(at, { ...ended, completes: true }).stale], [false, true]);
});

test("wagers that are called, and coupons, lie at their seat until they end", () => {
  const at = picture({ seats: [{ seat: 3, taken: true, chips: 1000 }] });
  const said = follow(at, { event: "verbal-called/1", seat: 3, wager: "tie", cents: 500 });
  assert.deepEqual(said.seats[0].verbal, { tie: 500 });
  assert.deepEqual(follow(said, { event: "verbal-ended/1", seat: 3 }).seats[0].verbal, {});
  const laid = follow(at, { event: "wager-made/1", seat: 3, wager: "player", cents: 500, coupon: 200 });
  assert.deepEqual(laid.seats[0].coupons, { player: 200 });
  assert.deepEqual(follow(laid, { event: "wager-withdrawn/1", seat: 3, wager: "player" }).seats[0].coupons, {});
});

test("a card found face up, and the first card burned, are known where they lie", () => {
  assert.deepEqual(follow(picture({}), { event: "card-turned/1", place: "face-up", card: "9h" }).trouble, {
    place: "face-up",
    face: "9h",
  });
  const burned = follow(picture({}), { event: "card-turned/1", place: "burn", card: "5c" });
  assert.equal(burned.exposed, "5c");
  assert.equal(follow(burned, { event: "step-performed/1", step: "discard-burned" }).exposed, "");
});

/** @param {Partial<import("../../src/punto/page/game/pit.js").PitTable>} some @returns {import("../../src/punto/page/game/pit.js").PitTable} */
const table = (some) =>
  /** @type {any} */ ({ table: "T", calls: [], wants: [], disabled: false, closing: false, ...some });

test("the pit: who called first comes first, then what a table waits for; tables that ask stand first", () => {
  const tables = [
    table({ table: "A" }),
    table({ table: "B", calls: [{ at: 9, who: "", words: "late" }] }),
    table({ table: "C", disabled: true }),
    table({
      table: "D",
      wants: [
        { do: "perform", by: "floor", what: "x", must: true },
        { do: "perform", by: "floor", what: "order-recut" },
      ],
      calls: [{ at: 4, who: "", words: "early" }],
    }),
  ];
  assert.deepEqual(
    asked(/** @type {any} */ ({ tables })).map((one) => one.call?.words ?? one.act?.what),
    ["early", "late", "x"],
  );
  assert.deepEqual(
    sorted(tables).map((one) => one.table),
    ["B", "D", "C", "A"],
  );
});

test("limits: only what was changed is posted, in cents, and half a line keeps its other half", () => {
  const posted = { banker: { least: 1500, most: 300_000 }, tie: { least: 500, most: 30_000 } };
  assert.deepEqual(changes(posted, { banker: { least: "25", most: "" }, tie: { least: "5", most: "300" } }), {
    banker: { least: 2500, most: 300_000 },
  });
});

test("the age of cards is a part of their time, and none before they are opened", () => {
  assert.equal(age({ opened: null, hours: 24, due: null }, 0), null);
  assert.equal(age({ opened: 0, hours: 24, due: 86400_000 }, 6 * 3600_000)?.part, 0.25);
  assert.equal(age({ opened: 0, hours: null, due: null }, 3600_000)?.hours, 1);
});

test("limits that the pit posts take the place of those of their wagers", () => {
  const of = posted(
    rules({
      wagers: [
        { wager: "tie", results: [], limits: { least: 500, most: 30_000 } },
        { wager: "player", results: [], limits: { least: 1500, most: 300_000 } },
      ],
    }),
    { tie: { least: 1000, most: 20_000 } },
  );
  assert.deepEqual(
    of.wagers.map((one) => [one.least, one.most]),
    [
      [1000, 20_000],
      [1500, 300_000],
    ],
  );
});
