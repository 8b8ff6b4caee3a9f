// The activity of the account: the sentence of each event, and what the user can do about it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installDocument } from "./small-dom.mjs";
import { documentText, webModule } from "./web.mjs";

installDocument();
globalThis.CSS = { escape: String };
const { activityRow } = await webModule("account/activity.js");
const { canBeDenied, stepsAfter } = await webModule("account/activity-steps.js");
const { activityText, activityTypes } = await webModule("account/activity-text.js");

const event = (type, changes = {}) => ({
  id: "1", time: "2026-11-23T09:30:00Z", type, actor: "user", application: "default", application_name: "Harbor Notes", session_id: "s",
  current: false, device: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", network: "192.0.2.1", data: {}, ...changes,
});

test("every type that the server shows has a sentence of its own, and no other type", () => {
  const swift = documentText("Sources/Server/DoorwardStore/Events/EventType.swift");
  const names = Object.fromEntries([...swift.matchAll(/case (\w+) = "([\w.]+)"/g)].map(([, name, type]) => [name, type]));
  const [, list] = documentText("Sources/Server/DoorwardSignIn/Accounts/AccountActivity.swift").match(/types: Set<EventType> = \[([^\]]+)\]/);
  assert.deepEqual([...activityTypes].sort(), [...list.matchAll(/\.(\w+)/g)].map(([, name]) => names[name]).sort());
  for (const type of activityTypes) assert.notEqual(activityText(event(type, { data: { kind: "email" } })), "A change of your account", type);
  assert.equal(activityText(event("user.praised")), "A change of your account");
});

test("a sentence names the device, the way to sign in or the app", () => {
  assert.equal(activityText(event("session.started")), "New sign-in from Firefox on Linux");
  assert.equal(activityText(event("identity.added", { data: { kind: "passkey" } })), "A way to sign in was added: Passkey");
  assert.equal(activityText(event("factor.added", { data: { kind: "email_codes" } })), "A second step was added to the sign-in: Codes by email");
  assert.equal(activityText(event("consent.given", { application_name: "Har\u202ebor" })), "Har bor got access to the account");
  assert.equal(activityText(event("identity.changed", { data: { kind: "phone" } })), "The phone number was changed or removed");
  assert.equal(activityText(event("identity.removed", { data: {} })), "A way to sign in was removed: unknown");
});

test("only what another person can have done as the user can be denied", () => {
  assert.ok(canBeDenied(event("session.started")));
  assert.ok(!canBeDenied(event("session.started", { current: true })));
  for (const actor of ["administrator", "api_key", "system", "unknown"]) assert.ok(!canBeDenied(event("factor.removed", { actor })));
  for (const type of ["user.created", "sign_in.refused", "session.ended", "account.secured", "toString"]) assert.ok(!canBeDenied(event(type)), type);
});

test("the steps are those that the page has a button for", () => {
  const shown = (...found) => {
    document.querySelector = (selector) => (found.some((part) => selector.includes(part)) ? { click() {} } : null);
    return (type, data = {}) => stepsAfter(event(type, { data, application: "shop" })).map(({ said }) => said);
  };
  const all = shown("change-password", "new-codes", "data-of");
  assert.deepEqual(all("session.started"), ["Change password", "Check your ways to sign in, and remove those that you do not know.", "Make new recovery codes"]);
  assert.deepEqual(all("identity.added", { identity_id: "7", kind: "passkey" }), ["Remove what was added: Passkey", "Change password"]);
  assert.deepEqual(all("consent.given"), ["Remove the access of Harbor Notes", "Change password"]);
  const none = shown();
  assert.deepEqual(none("factor.added", { factor_id: "7", kind: "authenticator" }), []);
  assert.equal(none("identity.changed").length, 2);
  const one = shown('[data-of="7"] .danger-text');
  assert.deepEqual(one("identity.added", { identity_id: "7", kind: "email" }), ["Remove what was added: Email address"]);
  document.querySelector = () => null;
});

test("a row has the device, the network and the method, and marks the present session", () => {
  const row = (changes, type = "session.started") => activityRow(event(type, changes), "Harbor Notes", () => {});
  assert.match(row({ data: { methods: ["pwd"] } }).textContent, /^New sign-in from Firefox on Linux.* · 192\.0\.2\.1 · PasswordThat wasn’t me$/);
  assert.match(row({ application_name: "Shop" }).textContent, / · Shop · 192\.0\.2\.1/);
  assert.ok(row({ current: true }).find("current-event") && !row({ current: true }).find("not-me"));
  assert.match(row({ actor: "unknown", data: { code: "invalid_credentials" } }, "sign_in.refused").textContent, / · Firefox on Linux · 192\.0\.2\.1$/);
  assert.match(row({ actor: "administrator", device: null, network: null }, "user.banned").textContent, / · By the operator of this site$/);
  assert.equal(row({}).find("not-me").getAttribute("aria-label"), "That wasn’t me: New sign-in from Firefox on Linux");
});
