// The page's game logic, without a page: node --test tests/page
import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, filled, open, turning } from "../../src/punto/page/game/acts.js";
import { called } from "../../src/punto/page/game/calls.js";
import { count, numbered, read, standing } from "../../src/punto/page/game/cards.js";
import { cut, picker, stacks } from "../../src/punto/page/game/chips.js";
import { Proofs, digest, entry, pledge, preimage } from "../../src/punto/page/game/fair.js";
import { OwnEntropy, switchAutomatic } from "../../src/punto/page/views/ownentropy.js";
import { lies } from "../../src/punto/page/game/felt_state.js";
import { dollars, exact, signed } from "../../src/punto/page/game/money.js";
import { follow, picture } from "../../src/punto/page/game/picture.js";
import { Results, moved } from "../../src/punto/page/game/results.js";
import { main, pays, rules, side } from "../../src/punto/page/game/rules.js";
import { sideName, teachWagers, wagerName } from "../../src/punto/page/i18n/names.js";
import { speak } from "../../src/punto/page/i18n/words.js";
import { sound } from "../../src/punto/page/game/sounds.js";
import { Slip } from "../../src/punto/page/game/slip.js";
import { Keyed, payouts, wanted } from "../../src/punto/page/game/work.js";
import { fold } from "../../src/punto/page/draw/squeeze.js";
import { html } from "../../src/punto/page/draw/markup.js";

test("money is told in dollars, with a real minus, and in cents only where there are any", () => {
  assert.equal(dollars(123450), "$1,234.50");
  assert.equal(dollars(-500), "−$5");
  assert.equal(exact(500), "$5.00");
  assert.equal(signed(2000), "+$20.00");
});

test("chips that are on their way stay wanted where the table is looked at again, in the same coup and no other", () => {
  const slip = new Slip();
  slip.lay("banker", 10000);
  slip.renew({}, {}, true);
  assert.deepEqual(slip.want, { banker: 10000 }, "not there yet");
  slip.renew({}, { banker: 10000 }, true);
  slip.renew({ banker: 10000 }, { banker: 10000, tie: 500 }, true);
  assert.deepEqual(slip.want, { banker: 10000, tie: 500 }, "all was there, so what lies there is what is wanted");
  slip.lay("tie", 500);
  slip.renew({ banker: 10000, tie: 500 }, {}, false);
  assert.deepEqual(slip.want, {}, "another coup");
});

test("what a fetched picture has already happens no second time, and what it lacks calls it stale", () => {
  const now = picture({ version: 7, seats: [{ seat: 3, stakes: { tie: 500 } }] }),
    made = { event: "wager-made/1", seat: 3, wager: "tie", cents: 500 };
  assert.equal(follow(now, made, 7), now);
  assert.deepEqual(follow(now, made, 8).seats[0].stakes, { tie: 1000 });
  assert.equal(follow(now, made, 8).version, 8);
  assert.equal(follow(now, made, 9).stale, true);
});

test("cards, own chips and the close of bets are heard, and nothing that is won or lost", () => {
  const heard = (/** @type {any} */ event) => sound(event, 3);
  assert.equal(heard({ event: "card-turned/1", place: "P1" }), "card");
  assert.deepEqual(
    [3, 4].map((seat) => heard({ event: "wager-made/1", seat })),
    ["chip", null],
  );
  assert.equal(heard({ event: "step-performed/1", step: "no-more-bets" }), "knock");
  for (const event of ["coup-settled/1", "award-paid/1", "seat-paid/1", "coup-ended/1"])
    assert.equal(heard({ event, seat: 3 }), null);
});

test("cards are read as people and scanners write them", () => {
  assert.deepEqual(["10h", "TD", "k♠", "Ac", "1x"].map(read), ["10h", "10d", "Ks", "Ac", null]);
  assert.equal(numbered("Ac"), 0);
  assert.equal(numbered("Ks"), 51);
});

test("a hand counts when all of its cards lie open", () => {
  assert.equal(count({ P1: "Ks", P2: "5d" }, "P"), 5);
  assert.equal(count({ P1: "Ks", P2: null }, "P"), null);
  assert.equal(count({ P1: "9s", P2: "7d", P3: null }, "P"), null);
  assert.equal(count({ P1: "9s", P2: "7d", P3: "Ah" }, "P"), 7);
});

test("chips: the fewest that make a sum, and five that fit a table", () => {
  assert.deepEqual(cut(13500), [10000, 2500, 500, 500]);
  assert.deepEqual(stacks(6000), [
    [2500, 2],
    [500, 2],
  ]);
  assert.deepEqual(picker(500, 10000, 1000000), [2500, 10000, 50000, 100000, 500000]);
  assert.deepEqual(picker(100, 1000, 200000), [100, 500, 2500, 10000, 50000]);
});

test("a slip waits below the minimum, adds what is missing, and takes a stake back whole to make it smaller", () => {
  const slip = new Slip(),
    limits = { banker: { least: 10000, most: 1000000 } };
  slip.lay("banker", 2500);
  assert.equal(slip.next({}, limits), null);
  assert.deepEqual(slip.waiting({}, limits), { banker: 2500 });
  slip.lay("banker", 10000);
  assert.deepEqual(slip.next({}, limits), { do: "wagers", stakes: { banker: 12500 } });
  assert.equal(slip.next({ banker: 12500 }, limits), null);
  slip.undo();
  assert.deepEqual(slip.next({ banker: 12500 }, limits), { do: "withdraw", wager: "banker" });
  slip.begin({ banker: 12500 });
  slip.repeat();
  slip.double();
  assert.deepEqual(slip.want, { banker: 25000 });
  slip.clear();
  assert.deepEqual(slip.next({ banker: 100 }, limits), { do: "withdraw", wager: "banker" });
});

test("undo takes back the last act, whatever it was", () => {
  const slip = new Slip();
  slip.begin({ banker: 500, tie: 100 });
  slip.repeat();
  slip.lay("tie", 100);
  slip.double({ banker: { least: 100, most: 800 } });
  assert.deepEqual(slip.want, { banker: 800, tie: 400 }, "no more than the maximum");
  slip.clear();
  slip.came("player", 300);
  const seen = [];
  for (let i = 0; i < 5; i++) {
    seen.push({ ...slip.want });
    slip.undo();
  }
  const player = 300; // called with cash: it stays
  assert.deepEqual(seen, [
    { player },
    { banker: 800, tie: 400, player },
    { banker: 500, tie: 200, player },
    { banker: 500, tie: 100, player },
    { player },
  ]);
  slip.settle({ player });
  slip.undo();
  assert.deepEqual(slip.want, { player }, "what was not done here is not undone");
});

test("a stake that others rest on is made smaller after they are withdrawn", () => {
  const slip = new Slip(),
    needs = (/** @type {string} */ wager) => (wager === "royal-9" ? ["player", "banker"] : []);
  slip.settle({ player: 100, "royal-9": 500 });
  assert.deepEqual(slip.next({ player: 200, "royal-9": 500 }, {}, needs), { do: "withdraw", wager: "royal-9" });
  assert.deepEqual(slip.next({ player: 200 }, {}, needs), { do: "withdraw", wager: "player" });
  assert.deepEqual(slip.next({}, {}, needs), { do: "wagers", stakes: { player: 100, "royal-9": 500 } });
});

test("what may be clicked is what is expected of this seat", () => {
  const acts = [
    { do: "wager", by: "player", what: "tie", seat: 3 },
    { do: "wager", by: "player", what: "banker", seat: 4 },
    { do: "turn", by: "player", seat: 3, must: true, holes: { faces: { hole: "faces", places: ["P1", "P2"] } } },
    { do: "perform", by: "player", what: "give-up", seat: 3 },
  ];
  assert.deepEqual([...open(acts, 3)], ["tie"]);
  assert.deepEqual(turning(acts, 3), ["P1", "P2"]);
  assert.deepEqual(turning(acts, 4), []);
  assert.deepEqual(
    asked(acts, 3).map((act) => act.do),
    ["turn", "perform"],
  );
  assert.deepEqual(asked(acts, null), []);
});

test("the count of two cards stands until the third is turned", () => {
  const two = { P1: "4h", P2: "Kd" };
  assert.equal(standing({ ...two, P3: null }, "P"), 4);
  assert.equal(standing({ ...two, P3: "3s" }, "P"), 7);
  assert.equal(standing({ P1: "4h", P2: null }, "P"), null);
  assert.equal(count({ ...two, P3: null }, "P"), null);
});

test("a result with a name is marked, and the last round stays when its cards are cleared", () => {
  const called = { event: "coup-settled/1", coup: 1, player: 6, banker: 7, winner: "banker", lines: [] };
  let now = picture({ named: { "Dragon 7": "dragon-7" }, places: { P1: "6h", B1: "7c" } });
  assert.equal(follow(now, { ...called, call: "Banker wins, 7 over 6" }).outcomes[0].bonus, "");
  now = follow(now, { ...called, call: "Banker wins, 7 over 6, Dragon 7" });
  assert.equal(now.outcomes[0].bonus, "dragon-7");
  now = follow(now, { event: "coup-ended/1", coup: 1 });
  assert.deepEqual(now.previous, { places: { P1: "6h", B1: "7c" }, player: 6, banker: 7, winner: "banker" });
});

test("after the settlement losing stakes go first, then seats are paid one by one", () => {
  const lines = [
    { seat: 1, wager: "player", category: "lose", stake: 100, verdict: "lose" },
    { seat: 2, wager: "banker", category: "win", stake: 200, verdict: "win", paid: 200, marked: 10000 },
  ];
  let now = picture({
    seats: [
      { seat: 1, stakes: { player: 100 } },
      { seat: 2, stakes: { banker: 200 } },
    ],
  });
  now = follow(now, { event: "coup-settled/1", coup: 1, player: 1, banker: 8, winner: "banker", call: "", lines });
  assert.deepEqual(Object.keys(lies(now, now.seats[0])), ["player"]);
  now = follow(now, { event: "step-performed/1", step: "collect-losing", ceremony: "result", by: "dealer" });
  assert.deepEqual(lies(now, now.seats[0]), {});
  assert.equal(lies(now, now.seats[1]).banker.paid, 0);
  now = follow(now, { event: "step-performed/1", step: "pay-seat", seat: 2, ceremony: "result", by: "dealer" });
  assert.deepEqual(lies(now, now.seats[1]).banker, { stake: 200, paid: 200, waits: false, won: true });
  const taken = follow(now, {
    event: "coup-settled/1",
    coup: 2,
    player: 1,
    banker: 8,
    winner: "banker",
    call: "",
    lines: [{ ...lines[1], vigorish: 10, marked: 0 }],
  });
  assert.equal(
    lies({ ...taken, settled: { .../** @type {any} */ (taken.settled), paid: [2] } }, taken.seats[1]).banker.paid,
    190,
    "vigorish was taken from the payout",
  );
  assert.equal(now.seats[1].owes, 10000);
  assert.deepEqual(
    payouts(now.settled).map((one) => [one.seat, one.done]),
    [[2, true]],
  );
});

test("what cannot be followed is called stale, and is fetched again", () => {
  assert.equal(follow(picture({}), { event: "card-corrected/1", place: "P1", was: "9s", card: "8s" }).stale, true);
  assert.equal(
    follow(picture({ phase: "preparing" }), { event: "step-performed/1", step: "load-shoe", ends: true }).stale,
    true,
  );
  assert.equal(
    follow(picture({ phase: "preparing", agenda: ["cut"] }), {
      event: "step-performed/1",
      step: "load-shoe",
      ends: true,
    }).phase,
    "betting",
  );
});

test("the bytes that are hashed are those of the manual", async () => {
  assert.equal(
    Buffer.from(preimage("card", 30)).toString("hex"),
    "0000000c70756e746f2d666169722f31" + "0000000463617264" + "00000008000000000000001e",
  );
  assert.equal((await digest("punto")).length, 64);
  const commitment = "cd2c0093ed5900a717e6fb133f0289f846cfa3b9b4eba4de79e6bd0c19bbcfe7";
  assert.equal(
    await pledge(commitment, "ann", "c0ffee".repeat(8)),
    "7df537a085f2840d7b240a8eea39724e790e6ee3e8054a38a9e874c18999c220",
  );
});

test("a card that was not promised is named", async () => {
  const turned = { event: "card-turned/1", place: "P1", card: "9h", position: 0, salt: "00".repeat(32) },
    proofs = new Proofs();
  proofs.see({ event: "cards-listed/1", hashes: [await entry({ position: 0, card: "9h", salt: turned.salt })] });
  proofs.see(turned);
  assert.deepEqual(await Promise.all([proofs.check(), proofs.check()]), [true, true]);
  assert.equal(proofs.proved, 1, "a card is counted once, however often it is asked for");
  proofs.see({ ...turned, card: "8h", place: "B1" });
  assert.equal(await proofs.check(), false);
  assert.equal(proofs.failed?.place, "B1");
});

test("a card whose list was not seen is not proved, accuses nobody and holds up no other", async () => {
  const card = { event: "card-turned/1", place: "P1", card: "9h", position: 0, salt: "00".repeat(32) },
    proofs = new Proofs();
  proofs.see(card);
  proofs.see({ event: "cards-listed/1", coup: 7, hashes: [await entry({ position: 0, card: "9h", salt: card.salt })] });
  proofs.see(card);
  assert.equal(await proofs.check(), true);
  assert.deepEqual([proofs.proved, proofs.turned.length], [1, 2]);
});

test("announcements of earlier events begin with a whole coup, the latest first", () => {
  const step = (/** @type {string} */ name) => ({ event: "step-performed/1", step: name });
  const events = [
    step("announce-player"),
    { event: "coup-ended/1", coup: 3 },
    step("no-more-bets"),
    { event: "card-dealt/1", place: "B2" },
  ];
  assert.deepEqual(
    called(events, 9).map((one) => one.key),
    ["call.four", "step.no-more-bets"],
  );
});

test("what a coup came to: an early settlement counts, a stake for one is never returned, vigorish is taken off", () => {
  const { wagers } = rules({
    wagers: [
      { wager: "pairs", rides: true, results: [] },
      { wager: "jackpot", "for-one": true, results: [] },
    ],
  });
  const results = new Results(() => wagers),
    line = (/** @type {string} */ wager, /** @type {any} */ more) => ({ seat: 1, wager, category: "", ...more });
  results.add({ event: "house-money-settled/1", seat: 1, category: "lose", stake: 10000, payout: 0 });
  results.add({
    event: "coup-settled/1",
    coup: 4,
    lines: [
      line("player", { stake: 1000 }),
      line("banker", { stake: 100, verdict: "win", paid: 100, vigorish: 5 }),
      line("tie", { stake: 100, verdict: "push" }),
      line("jackpot", { stake: 500, verdict: "win", paid: 2500 }),
    ],
  });
  const own = results.seats().get(1);
  assert.deepEqual(
    own?.wagers.map((one) => [one.wager, one.gain]),
    [
      ["pairs", -10000],
      ["player", -1000],
      ["banker", 95],
      ["tie", 0],
      ["jackpot", 2000],
    ],
  );
  assert.equal(own?.net, -8905);
  results.add({ event: "coup-ended/1", coup: 4 });
  assert.deepEqual([results.last?.seats.get(1)?.net, results.past.length, results.seats().size], [-8905, 1, 0]);
  results.add({ event: "player-seated/1", seat: 1, who: "ben" });
  assert.equal(results.past[0].seats.size, 0, "what another player won is not shown as one's own");
  assert.equal(
    moved(
      {
        event: "",
        postings: [
          ["felt/3/tie", "rack", 500, "lost"],
          ["rack", "seat/3", 900, "paid"],
          ["drop", "seat/3", 7, "chips bought"],
        ],
      },
      3,
    ),
    400,
  );
});

test("what wagers pay is told in a line", () => {
  assert.equal(pays([{ verdict: "win", pays: "8" }], false), "8 to 1");
  assert.equal(
    pays(
      [
        { verdict: "win", pays: "1" },
        { verdict: "win", pays: "30" },
      ],
      false,
    ),
    "1–30 to 1",
  );
});

test("a command is made of an act: its known fields, its role, and what fills its holes", () => {
  const depth = { hole: "depth", least: 10, most: 302, usual: 156 },
    cut = {
      do: "perform",
      command: "perform",
      by: "player",
      given: { step: "place-cut", seat: 3 },
      holes: { cards: depth },
    };
  assert.deepEqual(filled(cut, { cards: 99 }), { do: "perform", by: "player", step: "place-cut", seat: 3, cards: 99 });
  const faces = { hole: "faces", places: ["P1", "P2"], "by-keeper": true },
    turn = { do: "turn", command: "turn", by: "player", seat: 3, holes: { faces } };
  assert.deepEqual(filled(turn), { do: "turn", by: "player", faces: { P1: "As", P2: "As" } });
  assert.deepEqual(filled(turn, { faces: { P1: "9s", P2: "4h" } }).faces, { P1: "9s", P2: "4h" });
});

test("faces are keyed place by place, and the last can be taken back", () => {
  const keyed = new Keyed(),
    places = wanted({ do: "turn", by: "dealer", holes: { faces: { hole: "faces", places: ["P1", "P2"] } } });
  assert.equal(keyed.key("9s", places), null);
  keyed.back();
  keyed.key("8s", places);
  assert.deepEqual(keyed.key("Kd", places), { P1: "8s", P2: "Kd" });
});

test("a folded corner keeps the card's area, and its matrix is a rotation", () => {
  const made = fold([250, 350], [120, 200]);
  const area = (/** @type {[number, number][]} */ shape) =>
    Math.abs(
      shape.reduce((sum, [x, y], i) => {
        const [u, v] = shape[(i + 1) % shape.length];
        return sum + x * v - u * y;
      }, 0),
    ) / 2;
  assert.ok(made);
  assert.ok(Math.abs(area(made.lies) + area(made.flap) - 250 * 350) < 1e-6);
  const [a, b, c, d] = made.matrix;
  assert.ok(Math.abs(a * d - b * c - 1) < 1e-9);
});

test("what a person wrote stays text", () => {
  assert.equal(String(html`<p>${"<b>&"}</p>`), "<p>&#60;b&#62;&#38;</p>");
});

test("the felt orders wagers by their hand and side, whatever their keys are", () => {
  const of = rules({
    wagers: [
      { wager: "p", main: true, hand: "player", results: [] },
      { wager: "b", main: true, hand: "banker", results: [] },
      { wager: "t", main: true, results: [] },
      { wager: "with-banker", side: "banker", results: [] },
      { wager: "with-none", results: [] },
      { wager: "with-player", side: "player", results: [] },
    ],
  });
  assert.deepEqual(
    main(of).map((one) => one.key),
    ["t", "b", "p"],
  );
  assert.deepEqual(
    side(of).map((one) => one.key),
    ["with-player", "with-none", "with-banker"],
  );
});

test("titles of wagers are those that the server sends; a single payout stands below one", () => {
  const of = rules({
    wagers: [
      { wager: "x-1", titles: { en: "Great Cat", zh: "大猫" }, results: [{ verdict: "win", pays: "3/2" }] },
      {
        wager: "x-2",
        titles: { en: "Many Ways" },
        results: [
          { verdict: "win", pays: "2" },
          { verdict: "win", pays: "9" },
        ],
      },
    ],
  });
  teachWagers(of.wagers);
  assert.deepEqual(of.wagers.map(sideName), [
    ["Great Cat", "3 to 2"],
    ["Many", "Ways"],
  ]);
  speak("zh");
  assert.deepEqual(of.wagers.map(sideName), [
    ["大猫", "2 赔 3"],
    ["Many", "Ways"],
  ]);
  speak("en");
  assert.equal(wagerName("x-1"), "Great Cat");
});

test("a seated page pledges once for each commitment and reveals; by hand it waits for the player", async () => {
  const kept = () => {
    const values = new Map();
    return {
      getItem: (/** @type {string} */ key) => values.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => values.set(key, value),
      removeItem: (/** @type {string} */ key) => values.delete(key),
    };
  };
  Object.assign(globalThis, { localStorage: kept(), sessionStorage: kept() });
  /** @type {any[]} */
  const sent = [];
  const table = /** @type {any} */ ({ name: "T", live: { do: (/** @type {any} */ command) => sent.push(command) } }),
    own = new OwnEntropy(table),
    due = (/** @type {string} */ name) => own.hear({ kind: "expected", body: [{ do: name, by: "player", seat: 2 }] }),
    settled = () => new Promise((done) => setTimeout(done, 20));
  own.hear({
    kind: "welcome",
    body: { you: { who: "ann", seat: null }, picture: { fair: { commitment: "ab".repeat(32) } } },
  });
  due("pledge");
  await settled();
  assert.equal(sent.length, 0); // an onlooker adds nothing
  own.hear({ kind: "events", body: { events: [{ event: "player-seated/1", who: "ann", seat: 2 }] } });
  due("pledge");
  due("pledge");
  await settled();
  assert.deepEqual(
    sent.map((one) => [one.do, one.seat]),
    [["pledge", 2]],
  );
  due("reveal-entropy");
  assert.equal(await pledge("ab".repeat(32), "ann", sent[1].entropy), sent[0].hash);
  switchAutomatic();
  own.hear({ kind: "events", body: { events: [{ event: "shoe-committed/1", commitment: "cd".repeat(32) }] } });
  due("pledge");
  await settled();
  assert.equal(sent.length, 2);
  await own.pledge();
  assert.equal(sent[2].do, "pledge");
});
