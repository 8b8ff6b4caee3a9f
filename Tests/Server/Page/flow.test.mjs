// The action of the page after a flow has stopped, and the next view.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { PageError } = await webModule("messages/page-error.js");
const { Problem } = await webModule("server/problem.js");
const { DeletionPending } = await webModule("server/sign-in.js");
const { outcomeOf } = await webModule("sign-in/outcome.js");
const { stepStates } = await webModule("sign-in/steps.js");
const { updateFor } = await webModule("account/update.js");
const { abortable } = await webModule("methods/abortable.js");

const alone = { isForApp: false, canSignAgain: false };
const taken = { account: { name: null, created_at: "" }, identity: { type: "near", identifier: "a.near" }, deletes_account: true };
const recent = new Problem(401, "insufficient_user_authentication");
const expired = new Problem(400, "invalid_ticket");
const pending = new DeletionPending(new Problem(409, "account_deletion_pending", { deleteAt: "2026-12-23T09:30:00Z" }), async () => {});
const secondFactor = { challenge_id: "c", methods: ["totp"], expires_at: "" };

const outcomes = [
  ["the user cancels", new PageError("cancelled"), alone, { next: "back" }],
  ["the user declines", new PageError("declined", "No."), alone, { next: "stopped", isDeclined: true }],
  ["the flow fails", new PageError("failed", "No."), alone, { next: "stopped", isDeclined: false }],
  ["the program has a fault", new TypeError("x"), alone, { next: "stopped", isDeclined: false }],
  ["a recent sign-in is needed", recent, { ...alone, canSignAgain: true }, { next: "signAgain", error: recent }],
  ["a recent sign-in is needed, and the user cannot sign in again", recent, alone, { next: "stopped", isDeclined: false }],
  ["the app's request has expired", expired, { ...alone, isForApp: true }, { next: "over", error: expired }],
  ["a ticket has expired on a page without an app", expired, alone, { next: "stopped", isDeclined: false }],
  ["the user has a second factor", new Problem(401, "second_factor_required", { secondFactor }), alone, { next: "secondFactor", request: secondFactor }],
  ["the user has a second factor that the page does not know", new Problem(401, "second_factor_required", { secondFactor: { ...secondFactor, methods: ["other"] } }),
    alone, { next: "stopped", isDeclined: false }],
  ["the account is about to be deleted", pending, alone, { next: "askToKeep", pending }],
  ["the identity can be moved", new Problem(409, "identity_in_use", { taken }), alone, { next: "offerMove", taken }],
  ["the identity cannot be moved", new Problem(409, "identity_in_use"), alone, { next: "stopped", isDeclined: false }],
  ["the challenge has expired", new Problem(401, "challenge_expired"), alone, { next: "tookTooLong" }],
];

for (const [name, error, page, outcome] of outcomes) {
  test(`${name}: ${outcome.next}`, () => assert.deepEqual(outcomeOf(error, page), outcome));
}

test("a step passes the steps before it", () => {
  const names = ["connect", "sign", "check"];
  assert.deepEqual(stepStates(names, "connect"), ["current", "ahead", "ahead"]);
  assert.deepEqual(stepStates(names, "sign"), ["passed", "current", "ahead"]);
  assert.deepEqual(stepStates(names, "check"), ["passed", "passed", "current"]);
  assert.deepEqual(stepStates([], "sign"), []);
});

const ada = { signed_in: true, user: { id: "ada" } };
const grace = { signed_in: true, user: { id: "grace" } };
const signedOut = { signed_in: false, user: null };

const updates = [
  ["the same user is signed in", "ada", ada, "look", { action: "keep" }],
  ["still signed out", "", signedOut, "look", { action: "keep" }],
  ["another window has signed in", "", ada, "look", { action: "show" }],
  ["another window has signed in another user", "ada", grace, "look", { action: "show" }],
  ["another window has signed out", "ada", signedOut, "look", { action: "show", note: "account.wasSignedOutElsewhere" }],
  ["the user has changed the account", "ada", ada, "change", { action: "refresh" }],
  ["the session ended during a change", "ada", signedOut, "change", { action: "show", note: "account.wasSignedOut" }],
];

for (const [name, shown, fresh, cause, update] of updates) {
  test(`${name}: ${update.action}`, () => assert.deepEqual(updateFor(shown, fresh, cause), update));
}

test("an aborted flow rejects at once and drops the later answer", async () => {
  const controller = new AbortController();
  let answer = () => {};
  const result = abortable(new Promise((resolve) => { answer = resolve; }), controller.signal);
  controller.abort();
  await assert.rejects(result, { name: "PageError", kind: "cancelled" });
  answer("late");
  await assert.rejects(abortable(Promise.resolve("ready"), controller.signal), { kind: "cancelled" });
});

test("an aborted flow rejects with the reason, if there is one for the user", async () => {
  const controller = new AbortController();
  const result = abortable(new Promise(() => {}), controller.signal);
  controller.abort(new PageError("failed", "You switched the account."));
  await assert.rejects(result, { kind: "failed", message: "You switched the account." });
});

test("a flow that is not aborted settles as its promise", async () => {
  const { signal } = new AbortController();
  assert.equal(await abortable(Promise.resolve(7), signal), 7);
  await assert.rejects(abortable(Promise.reject(new Error("own")), signal), { message: "own" });
});
