// The line to a table, with sockets that this test opens and closes: node --test tests/page
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** @type {FakeSocket[]} */
let opened = [];
class FakeSocket {
  static OPEN = 1;
  onmessage = (/** @type {{data: string}} */ _) => {};
  onclose = () => {};
  /** @param {URL} url */
  constructor(url) {
    this.url = String(url);
    opened.push(this);
  }
  /** @param {object} message */
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  lose() {
    this.onclose();
  }
  close() {}
}
const place = { href: "http://a.example/", hash: "#/table/MB-7" };
mock.timers.enable({ apis: ["setTimeout"] });
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: place,
  window: globalThis,
  addEventListener() {},
  removeEventListener() {},
});
const { Live } = await import("../../src/punto/page/net/live.js");

const welcome = { welcome: { version: 7, picture: {} } };
const moved = { moved: { url: "http://b.example" } };
const last = () => opened[opened.length - 1];
/** Say something over the last line, lose it, and wait. @param {...object} messages */
function said(...messages) {
  for (const message of messages) last().say(message);
  last().lose();
  mock.timers.tick(6000);
}

beforeEach(() => {
  opened = [];
  place.href = "http://a.example/";
  new Live(
    "MB-7",
    () => {},
    () => {},
  );
});

test("a page goes where its floor sends it, in the same view: that process responded a moment ago", () => {
  said(welcome, moved);
  assert.equal(place.href, "http://b.example/#/table/MB-7");
  assert.equal(opened.length, 1);
});

test("while no process responds for the table the page asks again at its own address", () => {
  said(welcome);
  for (let time = 0; time < 20; time++) said();
  assert.equal(place.href, "http://a.example/");
  assert.equal(opened.length, 22);
  last().say(welcome);
  said(moved);
  assert.equal(place.href, "http://b.example/#/table/MB-7");
});

test("a line that is lost without such a word is opened again here", () => {
  said(welcome);
  said();
  said();
  assert.equal(place.href, "http://a.example/");
  assert.equal(opened.length, 4);
});
