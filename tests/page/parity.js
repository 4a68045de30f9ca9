// Read one question a line from standard input, and answer in JSON: what the page makes of it. Tests hold that against Python.
import { createInterface } from "node:readline";
import { Chain } from "../../src/punto/page/game/chain.js";
import { follow, picture } from "../../src/punto/page/game/picture.js";
import { Results } from "../../src/punto/page/game/results.js";
import { ask, bend, bigRoad, derived, displayed, firstColumn } from "../../src/punto/page/game/roads.js";

/** @type {Record<string, (given: any) => unknown>} some take their time */
const ANSWERS = {
  roads: (outcomes) => ({
    big: bend(bigRoad([...outcomes])),
    again: displayed(bigRoad([...outcomes]), outcomes.length, true),
    first: firstColumn(bend(bigRoad([...outcomes])), 9),
    derived: [1, 2, 3].map((back) => derived(bigRoad([...outcomes]), back).join("")),
    ask: { B: ask([...outcomes], "B"), P: ask([...outcomes], "P") },
  }),
  chain: (log) => new Chain(new Uint8Array(Buffer.from(log, "base64"))).check(),
  results: ({ wagers, events }) => {
    const fold = new Results(() => wagers);
    return events.flatMap((/** @type {any} */ event) => {
      fold.add(event);
      return /^coup-(ended|voided)/.test(event.event) ? [[...(fold.last?.seats.values() ?? [])]] : [];
    });
  },
  fold: ({ from, events }) =>
    events.reduce((/** @type {any} */ now, /** @type {any} */ event) => follow(now, event), picture(from)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [[kind, given]] = Object.entries(JSON.parse(line));
  console.log(JSON.stringify(await ANSWERS[kind](given)));
}
