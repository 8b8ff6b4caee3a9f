// Text from outside, times, devices and codes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { initial, plainText, shortIdentifier, userName } = await webModule("format/text.js");
const { relativeText } = await webModule("format/time.js");
const { deviceName, isHandheld } = await webModule("format/device.js");
const { userCode } = await webModule("device/code.js");
const { distance } = await webModule("device/confirm-view.js");
const { clientName, reasonNote, scopeMeanings, wantedAccount } = await webModule("authorization/request.js");
const { firstSessions } = await webModule("account/session-list.js");

test("text from outside loses control, invisible and direction-changing characters", () => {
  assert.equal(plainText("\u202exoF tseT\u0000\n\t\u200b fox", 40), "xoF tseT fox");
  assert.equal(plainText("\u200b \u0000", 40), "");
  for (const value of [undefined, null, 7, {}, []]) assert.equal(plainText(value, 40), "");
});

test("text from outside is cut by characters, not by code units", () => {
  assert.equal(plainText("F".repeat(100_000), 40), `${"F".repeat(39)}…`);
  assert.equal(plainText("😀".repeat(50), 3), "😀😀…");
  assert.equal(plainText("exactly", 7), "exactly");
});

test("a long identifier keeps both ends", () => {
  assert.equal(shortIdentifier("0x8ba1f109551bD432803012645Ac136ddd64DBA72"), "0x8ba1f1…4DBA72");
  assert.equal(shortIdentifier("a".repeat(64)), "aaaaaa…aaaaaa");
  assert.equal(shortIdentifier("ada@example.com"), "ada@example.com");
});

test("a user without a name is called by the first identifier", () => {
  const identities = [{ id: "1", type: "near", identifier: "ada.near" }];
  assert.equal(userName({ user: { name: "Ada" }, identities }), "Ada");
  assert.equal(userName({ user: { name: null }, identities }), "ada.near");
  assert.equal(userName(null), "");
});

test("the initial of a hexadecimal address is not its prefix", () => {
  assert.deepEqual(["ada", "0xab", "😀 x", ""].map(initial), ["A", "A", "😀", ""]);
});

for (const [seconds, words] of [[0, "just now"], [-30, "just now"], [59, "just now"], [60, "1 minute ago"], [3_599, "59 minutes ago"],
  [3_600, "1 hour ago"], [86_400, "yesterday"], [7 * 86_400, "7 days ago"]]) {
  test(`${seconds} s ago is ${words}`, () => assert.equal(relativeText(new Date(1_000_000_000_000 - seconds * 1000), 1_000_000_000_000), words));
}

test("more than a week ago is a date", () => assert.match(relativeText(new Date("2026-01-02T12:00:00Z"), Date.parse("2026-03-01")), /Jan 2, 2026/));

const agents = [
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36", "Chrome on Linux", false],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0", "Edge on Windows", false],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1", "Safari on iPhone", true],
  ["Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36", "Samsung Internet on Android", true],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on macOS", false],
  ["Python-urllib/3.11", "Python-urllib/3.11", false],
  ["", "Unknown device", false], [null, "Unknown device", false],
];

for (const [agent, name, handheld] of agents) {
  test(`a device is called ${name}: ${String(agent).slice(0, 30)}`, () => {
    assert.equal(deviceName(agent), name);
    assert.equal(isHandheld(agent), handheld);
  });
}

for (const [typed, code] of [["wdjb mjht", "WDJB-MJHT"], ["WDJB-MJHT", "WDJB-MJHT"], [" w.d.j.b.m.j.h.t ", "WDJB-MJHT"], ["ABCD-EFGH", null],
  ["WDJB-MJH", null], ["WDJB-MJHTB", null], ["WDJB-MJ0T", null], ["", null]]) {
  test(`the code of a device: “${typed}” is ${code}`, () => assert.equal(userCode(typed), code));
}

test("the distance of a device is unknown unless the server knows both networks", () => {
  const request = (same_network) => ({ created_at: "", same_network });
  assert.deepEqual([request(true), request(false), request(null), request(undefined), undefined].map(distance),
    ["local", "elsewhere", "unknown", "unknown", "unknown"]);
});

test("only scopes that mean something to a user are shown, the most powerful first", () => {
  assert.deepEqual(scopeMeanings(["offline_access", "openid", "account", "custom"]),
    ["Your id, and how and when you signed in", "Access until you sign it out"]);
});

test("a reason becomes a note with the app's name", () => {
  const asked = (reason) => ({ reason, client: { name: "Harbor" } });
  assert.equal(reasonNote(asked("too_old")), "Harbor asks you to sign in again.");
  for (const reason of [null, undefined, "reason_of_tomorrow", "toString"]) assert.equal(reasonNote(asked(reason)), undefined);
});

test("an app that wants another account gets another account", () => {
  assert.deepEqual(["other_account", "select_account", "too_old", null].map((reason) => wantedAccount({ reason })), ["other", "other", "any", "any"]);
});

test("an app without a readable name is “the app”", () => {
  assert.equal(clientName({ client: { name: "\u200b" } }), "the app");
});

/** A list of sessions in parts of two. @param {string[]} ids the current one ends in ! */
const parts = (ids) => async (cursor = "0") => {
  const at = Number(cursor);
  const items = ids.slice(at, at + 2).map((id) => ({ id, current: id.endsWith("!") }));
  return { items, ...(at + 2 < ids.length ? { next_cursor: String(at + 2) } : {}) };
};

for (const [name, ids, wanted, shown, next] of [
  ["the first part has this browser", ["a!", "b", "c"], 0, ["a!", "b"], "2"],
  ["this browser is in the last part", ["a", "b", "c", "d", "e!"], 0, ["e!", "a", "b", "c", "d"], undefined],
  ["as many sessions as before are shown", ["a!", "b", "c", "d", "e"], 3, ["a!", "b", "c", "d"], "4"],
  ["there are fewer sessions than before", ["a!", "b"], 9, ["a!", "b"], undefined],
]) {
  test(`sessions: ${name}`, async () => {
    const found = await firstSessions(parts(ids), wanted);
    assert.deepEqual([found.items.map(({ id }) => id), found.next], [shown, next]);
  });
}
