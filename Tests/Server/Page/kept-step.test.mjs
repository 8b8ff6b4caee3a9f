// The step that a tab keeps for a reload: anything else in the storage is ignored.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { keepStep, keptStep, parseStep, sentCodeOf, textsOf } = await webModule("elements/kept-step.js");
const { keptRequest } = await webModule("second-factor/registry.js");
const { keptChoice } = await webModule("methods/last-used.js");

const now = Date.parse("2026-11-30T12:00:00Z");
const record = { version: 1, request: "/authorize?a=b", name: "code", expires: now + 1, values: { address: "ada@example.com" } };
const parse = (changes, address = "/authorize?a=b") => parseStep(JSON.stringify({ ...record, ...changes }), address, now);

test("a step is found at the address of its page", () => {
  assert.deepEqual(parse({}), { name: "code", expires: now + 1, values: { address: "ada@example.com" } });
  assert.equal(parse({}, "/"), undefined);
  assert.equal(parse({}, "/authorize?a=c"), undefined);
});

test("an expired step is found for an hour, so that the user learns why it has ended", () => {
  assert.ok(parse({ expires: now - 3_599_000 }));
  assert.equal(parse({ expires: now - 3_600_000 }), undefined);
});

for (const changes of [{ version: 2 }, { version: undefined }, { name: 7 }, { name: undefined }, { expires: "soon" }, { expires: null }, { values: [] },
  { values: null }, { values: "code" }]) {
  test(`${JSON.stringify(changes)} is no step`, () => assert.equal(parse(changes), undefined));
}

for (const stored of [null, "", "{", "null", "7", "[]", `"${"x".repeat(70_000)}"`]) {
  test(`${String(stored).slice(0, 9)} is no step`, () => assert.equal(parseStep(stored, "/", now), undefined));
}

test("a storage that is full or forbidden keeps nothing", () => {
  globalThis.location = { pathname: "/", search: "" };
  globalThis.sessionStorage = { getItem() { throw new Error(); }, setItem() { throw new Error(); }, removeItem() { throw new Error(); } };
  keepStep("code", Date.now() + 1_000, {});
  assert.equal(keptStep(), undefined);
});

test("a step that has expired, or is too long, is not kept", () => {
  globalThis.location = { pathname: "/", search: "" };
  const items = new Map();
  globalThis.sessionStorage = { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => items.set(key, value), removeItem: (key) => items.delete(key) };
  keepStep("code", Date.now() + 60_000, { address: "a" });
  assert.equal(keptStep()?.values.address, "a");
  assert.equal(keptStep("device"), undefined);
  keepStep("code", Date.now() - 1, {});
  assert.equal(keptStep(), undefined);
  keepStep("code", Date.now() + 60_000, { address: "a".repeat(70_000) });
  assert.equal(items.size, 0);
  keepStep("code", "no time", {});
  assert.equal(items.size, 0);
});

test("a code that was sent has its challenge and its times", () => {
  const sent = { challenge_id: "c", expires_at: "2026-11-30T12:00:00Z", resend_at: "2026-11-30T12:00:00Z" };
  assert.deepEqual(sentCodeOf({ ...sent, more: 1 }), sent);
  for (const broken of [undefined, null, 7, [], {}, { ...sent, challenge_id: 7 }, { ...sent, expires_at: "soon" }, { ...sent, resend_at: undefined }]) {
    assert.equal(sentCodeOf(broken), undefined);
  }
  assert.equal(textsOf({ a: "b" }, ["a", "c"]), undefined);
});

test("a waiting sign-in has a challenge and factors that the page knows", () => {
  const request = { challenge_id: "c", expires_at: "2026-11-30T12:00:00Z", methods: ["totp"], enrollment_methods: [] };
  assert.equal(keptRequest(request), request);
  for (const broken of [undefined, null, {}, { ...request, methods: "totp" }, { ...request, methods: ["pigeon"] }, { ...request, methods: [7] },
    { ...request, enrollment_methods: 7 }, { ...request, challenge_id: null }]) assert.equal(keptRequest(broken), undefined);
});

test("a kept choice names its method", () => {
  assert.deepEqual(keptChoice({ method: "code", wallet: "a", other: 7 }), { method: "code", wallet: "a" });
  for (const broken of [undefined, null, 7, {}, { method: 7 }]) assert.equal(keptChoice(broken), undefined);
});
