// The values of the dashboard: addresses, texts from outside, times, patches, and what needs attention.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dashboardModule, repositoryText } from "./dashboard.mjs";

const { Address } = await dashboardModule("navigation/address.js");
const { keepReturn, keepTyped, takeReturn, typedBefore } = await dashboardModule("navigation/return.js");
const { initial, plainJSON, plainText, shortIdentifier } = await dashboardModule("format/text.js");
const { relativeText } = await dashboardModule("format/time.js");
const { mainIdentifier, userName } = await dashboardModule("format/user.js");
const { callForChange } = await dashboardModule("server/call.js");
const { undoOf } = await dashboardModule("history/undo.js");
const { applyPatch, mergePatch } = await dashboardModule("server/merge-patch.js");
const { fieldOfCode, typedObject } = await dashboardModule("users/fields.js");
const { byDetail, methodsText, parted } = await dashboardModule("overview/chart.js");
const { inOrder, nameOf, placeOf, timeOf, toDo } = await dashboardModule("health/findings.js");
const { needsAttention } = await dashboardModule("overview/overview.js");
const { Problem, isSignedOut, needsProof, problemOf } = await dashboardModule("server/problem.js");
const { sentence } = await dashboardModule("texts/sentence.js");
const { text } = await dashboardModule("texts/text.js");

test("an address has the whole state of a view", () => {
  const address = new Address("/users/a%2Fb?tab=sessions&do=delete");
  assert.deepEqual(address.parts, ["users", "a/b"]);
  assert.equal(address.withoutDialog.href, "/users/a%2Fb?tab=sessions");
  assert.equal(address.with({ tab: undefined, do: undefined }).href, "/users/a%2Fb");
  assert.equal(new Address("/users?q=a&after=x").with({ q: "ä b", after: undefined }).href, "/users?q=%C3%A4+b");
  assert.equal(new Address("/users/%E0%A4%A").parts[1], "%E0%A4%A");
});

test("a sign-in leads back to the same place of this origin only, once", () => {
  for (const elsewhere of ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil.example"]) {
    keepReturn(elsewhere);
    assert.equal(takeReturn()?.href, undefined, elsewhere);
  }
  keepReturn("/users/1?do=edit", { values: { name: "Ada" }, version: "7" });
  assert.equal(takeReturn()?.href, "/users/1?do=edit");
  assert.equal(takeReturn(), undefined);
  assert.deepEqual(typedBefore("/users/2?do=edit"), { values: {} });
  assert.deepEqual(typedBefore("/users/1?do=edit"), { values: { name: "Ada" }, version: "7" });
  assert.deepEqual(typedBefore("/users/1?do=edit"), { values: {} });
  // A form that loads newer values saves them with the newer version.
  keepTyped("/users/1?do=edit", { name: "Ada" });
  assert.deepEqual(typedBefore("/users/1?do=edit"), { values: { name: "Ada" }, version: undefined });
});

test("a place that was kept too long ago is forgotten", () => {
  sessionStorage.setItem("doorward-return", JSON.stringify({ address: "/users", values: {}, at: Date.now() - 700_000 }));
  assert.equal(takeReturn(), undefined);
  sessionStorage.setItem("doorward-return", "no JSON");
  assert.equal(takeReturn(), undefined);
});

test("texts from outside cannot change their surroundings", () => {
  assert.equal(plainText("a\u202Egnp.exe\u0000\n b\u200B"), "a gnp.exe b");
  assert.equal(plainText("x".repeat(10_000)).length, 120);
  assert.equal(plainText(42), "");
  assert.equal(plainText("é".repeat(121), 120).length, 120);
  assert.equal(plainJSON({ a: "\u202Eb" }), '{\n  "a": "\\u202eb"\n}');
  assert.equal(plainJSON({ a: "\u{E0001}" }), '{\n  "a": "\\udb40\\udc01"\n}');
  assert.equal(shortIdentifier(`0x${"5".repeat(40)}`), "0x55555555…55555555");
  assert.equal(shortIdentifier("a-very-long-address-of-somebody@example.com"), "a-very-long-address-of-somebody@example.com");
  assert.equal(initial("  (ada)"), "A");
  assert.equal(initial("..."), "?");
});

test("times are words within a month", () => {
  const now = Date.parse("2026-11-30T12:00:00Z");
  const words = (moment) => relativeText(new Date(moment), now);
  assert.equal(words("2026-11-30T11:59:40Z"), text("time.now"));
  assert.equal(words("2026-11-30T11:00:00Z"), "1 hour ago");
  assert.equal(words("2026-12-03T12:00:00Z"), "in 3 days");
  assert.match(words("2026-01-03T12:00:00Z"), /2026/);
});

test("a user without a name has the best identifier as the name", () => {
  const user = { name: null, identities: [{ type: "passkey", identifier: "abc" }, { type: "near", identifier: "ada.near" }, { type: "email", identifier: "ada@example.com" }] };
  assert.equal(userName(user), "ada@example.com");
  assert.equal(mainIdentifier({ identities: [{ type: "passkey", identifier: "abc" }] }), "");
  assert.equal(userName({ name: "\u202E", identities: [] }), text("user.unnamed"));
});

/** Applies a JSON Merge Patch (RFC 7396). */
const applied = (to, patch) => {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const result = typeof to === "object" && to !== null && !Array.isArray(to) ? { ...to } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = applied(result[name], value);
  }
  return result;
};

test("the patch of metadata leads there, and back for the undo", () => {
  const values = [{}, { a: 1 }, { a: { b: 1, c: [1, 2] } }, { a: { b: 2 }, d: "x" }, { a: [1] }, { a: { b: {} } }, { ["__proto__x"]: 1, constructor: 2 }];
  for (const from of values) {
    for (const to of values) {
      assert.deepEqual(applied(from, mergePatch(from, to)), to);
      assert.deepEqual(applyPatch(from, mergePatch(from, to)), to);
      if (from === to) assert.deepEqual(mergePatch(from, to), {});
    }
  }
});

test("the note of a change undoes the change that the answer names", async () => {
  const answers = [{ status: 204, change: "7" }, { status: 200, change: "8" }, { status: 200 }];
  globalThis.fetch = async () => {
    const { status, change } = answers.shift();
    return { ok: true, status, headers: new Headers(change ? { "Doorward-Change": change } : {}), json: async () => ({}) };
  };
  assert.equal(await callForChange("DELETE", "/v1/admin/applications/shop"), "7");
  assert.equal(await callForChange("PATCH", "/v1/admin/settings", {}), "8");
  assert.equal(await callForChange("PATCH", "/v1/admin/settings", {}), undefined);
  assert.equal(undoOf(undefined), undefined);
  assert.equal(typeof undoOf("7"), "function");
});

test("metadata must be an object, and errors belong to their field", () => {
  assert.deepEqual(typedObject(""), {});
  assert.deepEqual(typedObject('{"a": [1]}'), { a: [1] });
  for (const wrong of ["[]", "1", "null", "{", "text"]) assert.throws(() => typedObject(wrong), { field: "metadata" });
  assert.deepEqual(["email_incomplete", "phone_number_invalid", "username_taken", "password_too_short", "metadata_too_deep", "invalid_locale", "identity_in_use", "insufficient_scope"].map(fieldOfCode),
    ["email", "phone_number", "username", "password", "metadata", "locale", "email", undefined]);
});

test("an operator sees what needs attention", () => {
  const now = Date.parse("2026-11-30T12:00:00Z");
  const key = (state, created_at) => ({ state, created_at });
  const overview = (undelivered, keys) => ({ messages: { undelivered, waiting: 0 }, signing_keys: keys });
  const owners = [{ role: "owner" }, { role: "owner" }];
  const hrefs = (...given) => needsAttention(...given, now).map(({ href }) => href);
  assert.deepEqual(hrefs(overview(0, [key("signing", "2026-11-01T00:00:00Z"), key("retired", "2020-01-01T00:00:00Z")]), owners), []);
  assert.deepEqual(hrefs(overview(3, [key("signing", "2026-01-01T00:00:00Z")]), owners.slice(1)), ["/messages", "/administrators?do=add", "/keys?tab=signing"]);
  const webhook = (id, enabled, failing_since) => ({ id, url: "https://receiver.example/", enabled, failing_since });
  assert.deepEqual(needsAttention(overview(0, []), owners, now, [webhook("a", true, null), webhook("b", false, null), webhook("c", true, "2026-11-29T12:00:00Z")]).map(({ href }) => href),
    ["/webhooks/b", "/webhooks/c?state=waiting"]);
  const health = (...states) => ({ checks: states.map((status) => ({ check: "mail", status, detail: "refused" })) });
  const said = (found) => needsAttention(overview(0, []), owners, now, [], found).map(({ said: words, href }) => `${words} ${href}`);
  assert.deepEqual([undefined, health("ok")].flatMap(said), []);
  assert.deepEqual(said(health("warning", "ok", "problem", "warning")), ["Mail: refused /health", "The server has 2 warnings about its health. /health"]);
  assert.deepEqual(said(null), ["The server could not examine itself. /health"]);
  const logouts = ["2026-11-25", "2026-11-28"].map((day) => ({ start: new Date(`${day}T00:00:00`), count: 2 }));
  const [found] = needsAttention(overview(0, []), owners, now, [], health(), logouts);
  assert.equal(found.said, "Applications did not accept 4 logout tokens in the last 7 days.");
  assert.equal(found.href, "/events?type=logout.failed&from=2026-11-25&until=2026-11-28");
});

test("the findings of the server are in groups, those that need an act first", () => {
  const finding = (check, status = "ok", detail = "") => ({ check, status, detail });
  const all = [finding("clock"), finding("database TLS", "warning"), finding("mail", "problem"), finding("backups"), finding("a new check"), finding("master key")];
  assert.deepEqual(toDo(all).map(nameOf), ["Mail", "Database TLS"]);
  assert.deepEqual(inOrder(all).map(({ name, findings }) => [name, findings.map(({ check }) => check)]), [["data", ["backups"]], ["keys", ["master key"]], ["server", ["clock", "a new check"]]]);
  assert.equal(placeOf(finding("SMS"))[1], "/settings?tab=delivery");
  assert.equal(placeOf(finding("toString")), undefined);
  assert.equal(timeOf(finding("backups", "ok", "the newest is of 2026-11-29T12:00:00Z")), "2026-11-29T12:00:00Z");
  assert.equal(timeOf(finding("backups", "ok", "none is known")), undefined);
});

test("events are counted by the days of UTC, and days without one are shown", () => {
  const item = (type, time, count) => ({ type, time, detail: "", count });
  const counts = { from: "2026-11-28T00:00:00Z", until: "2026-11-30T09:00:00Z", items: [
    item("session.started", "2026-11-28T00:00:00Z", 2), item("session.renewed", "2026-11-28T00:00:00Z", 3), item("session.started", "2026-11-30T00:00:00Z", 1),
    item("user.created", "2026-11-29T00:00:00Z", 9), item("session.started", "2026-11-27T00:00:00Z", 7),
  ] };
  assert.deepEqual(parted(counts, ["session.started", "session.renewed"]).map(({ count }) => count), [5, 0, 1]);
  assert.deepEqual(parted({ ...counts, items: [] }, ["user.created"]).map(({ start }) => start.toISOString().slice(0, 10)), ["2026-11-28", "2026-11-29", "2026-11-30"]);
});

test("the last day is counted by hours, and sign-ins by their methods", () => {
  const item = (type, hour, detail, count) => ({ type, time: `2026-11-30T${hour}:00:00Z`, detail, count });
  const counts = { from: "2026-11-30T05:00:00Z", until: "2026-11-30T08:00:00Z", items: [
    item("session.started", "05", "passkey", 2), item("session.started", "07", "password totp", 4), item("session.renewed", "07", "passkey", 3),
    item("sign_in.refused", "06", "password", 9),
  ] };
  const types = ["session.started", "session.renewed"];
  assert.deepEqual(parted(counts, types, 3_600_000).map(({ count }) => count), [2, 0, 7]);
  assert.deepEqual(byDetail(counts, types), [{ detail: "passkey", count: 5 }, { detail: "password totp", count: 4 }]);
  assert.equal(methodsText("password totp"), "Password + Authenticator app");
  assert.equal(methodsText(""), "Unknown method");
});

test("every type of an event has a name and a filter", async () => {
  const { types } = await dashboardModule("events/types.js");
  const { english } = await dashboardModule("texts/english.js");
  const table = repositoryText("docs/events.md").split("## Types")[1].split("\n## ")[0];
  const documented = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) => [...names.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name));
  assert.ok(documented.length > 40);
  assert.deepEqual([...types].sort(), documented.sort());
  assert.deepEqual(types.filter((type) => !(`event.${type}` in english)), []);
});

test("an error has a sentence, and a session that has ended differs from a proof that is too old", () => {
  const problem = problemOf(401, { get: () => null }, { code: "insufficient_user_authentication" });
  assert.ok(needsProof(problem) && !isSignedOut(problem));
  assert.ok(isSignedOut(new Problem(401, "signed_out")));
  assert.equal(sentence(new Problem(409, "last_owner")), text("error.last_owner"));
  assert.equal(sentence(new Problem(422, "email_incomplete", { detail: "The address has no domain." })), "The address has no domain.");
  assert.match(sentence(new Problem(500, "internal_error", { detail: "x", trace: "1ceba09d" })), /1ceba09d/);
  assert.equal(sentence(problemOf(429, { get: () => "7" }, { code: "rate_limited" })), "Too many requests. Try again in 7 seconds.");
  assert.equal(sentence(new TypeError("x")), text("error.unexpected"));
});
