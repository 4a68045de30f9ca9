// The stage, by a clock that this test moves: node --test tests/page
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Stage } from "../../src/punto/page/views/stage.js";

const TIMES = { "card-dealt": 500, "card-turned": 500, "third-card-dealt": 1700, "coup-settled": 4000 };
const page = { hidden: false };
Object.assign(globalThis, { document: page });
mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });

/** @type {{n: number, at: number, late: boolean}[]} */
let shown = [];
let began = 0;
const stage = () =>
  new Stage(
    (_, n, late) => Boolean(shown.push({ n, at: Date.now() - began, late })),
    () => TIMES,
    () => Date.now(),
  );
const dealt = (/** @type {string} */ place) => ({ event: "card-dealt/1", place });
/** @param {number} time */
async function passes(time) {
  for (let left = time; left > 0; left -= 50) {
    mock.timers.tick(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
beforeEach(() => {
  shown = [];
  began = Date.now();
  page.hidden = false;
});

test("each event has its time, and a third card more than the others", async () => {
  const at = Date.now();
  stage().add(...["P1", "B1", "P3", "B3"].map((place, n) => ({ event: dealt(place), n, at })));
  await passes(5000);
  assert.deepEqual(
    shown.map((one) => one.at),
    [0, 500, 1000, 2700],
  );
  assert.ok(shown.every((one) => !one.late));
});

test("what came a little late is hurried by nothing", async () => {
  const on = stage();
  on.add({ event: dealt("P1"), n: 1, at: Date.now() - 300 }, { event: dealt("B1"), n: 2, at: Date.now() - 300 });
  await passes(450);
  assert.equal(shown.length, 1);
  await passes(50);
  assert.equal(shown.length, 2);
});

test("what was missed while the line was lost is shown at once, as the table is", async () => {
  const on = stage();
  on.add(...[1, 2, 3].map((n) => ({ event: dealt(`P${n}`), n, at: Date.now() - 20_000 })), {
    event: { event: "coup-settled/1" },
    n: 4,
    at: Date.now() - 1000,
  });
  let then = 0;
  on.add({ then: () => (then = Date.now() - began) });
  await passes(50);
  assert.deepEqual(
    shown.map((one) => [one.n, one.late]),
    [
      [1, true],
      [2, true],
      [3, true],
      [4, false],
    ],
  );
  await passes(4000);
  assert.ok(then >= 4000, "the result has its time");
});

test("a page that nobody sees waits for nothing", async () => {
  page.hidden = true;
  stage().add(...["P1", "B1", "P2"].map((place, n) => ({ event: dealt(place), n, at: Date.now() })));
  await passes(50);
  assert.equal(shown.length, 3);
});

test("a picture that comes in between clears what waits", async () => {
  const on = stage();
  on.add(...["P1", "B1"].map((place, n) => ({ event: dealt(place), n, at: Date.now() })));
  on.clear();
  on.add({ event: dealt("P2"), n: 9, at: Date.now() });
  await passes(50);
  assert.deepEqual(
    shown.map((one) => one.n),
    [0, 9],
  );
});
