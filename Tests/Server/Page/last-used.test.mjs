// The choice of the last sign-in, as it is read from the browser's storage.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { lastUsed, lastUsedFirst, parseLastUsed } = await webModule("methods/last-used.js");

test("a choice belongs to its method", () => {
  const stored = JSON.stringify({ method: "near", wallet: "one", network: "mainnet" });
  assert.deepEqual(parseLastUsed(stored, "near"), { method: "near", wallet: "one", network: "mainnet" });
  assert.equal(parseLastUsed(stored, "siwe"), undefined);
});

for (const stored of [null, "", "{", "null", "[]", "7", "\"near\"", "{}", '{"method":7}']) {
  test(`an unreadable choice is no choice: ${stored}`, () => assert.equal(parseLastUsed(stored, "near"), undefined));
}

test("members that are not short texts are dropped", () => {
  const stored = JSON.stringify({ method: "near", wallet: { evil: true }, network: "x".repeat(254) });
  assert.deepEqual(parseLastUsed(stored, "near"), { method: "near" });
});

test("a browser without storage has no choice", () => assert.equal(lastUsed("near"), undefined));

test("the last used method is first, and the others keep their order", (context) => {
  const methods = ["code", "password", "near"].map((name) => ({ name }));
  const names = () => lastUsedFirst(methods).map(({ name }) => name);
  assert.deepEqual(names(), ["code", "password", "near"]);
  globalThis.localStorage = { getItem: () => JSON.stringify({ method: "near" }) };
  context.after(() => { delete globalThis.localStorage; });
  assert.deepEqual(names(), ["near", "code", "password"]);
});
