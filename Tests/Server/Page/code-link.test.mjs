// The link in the message with the code: only the tab that requested the code gets its secret.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { awaitLink, challengeName, giveLink, linkOf } = await webModule("methods/identifier/code-link.js");
const secret = "AAAAAAAAAAAAAAAAAAAAAA";
/** The time in which a message between tabs surely arrives. */
const patience = 500;

test("a challenge is named by the first 12 bytes of its SHA-256", async () => {
  assert.equal(await challengeName("challenge"), "LdAL134CIs7YgmZU");
});

test("a link has a name and a secret", async () => {
  const name = await challengeName("challenge");
  assert.deepEqual(linkOf(`${name}.${secret}`), { name, secret });
});

for (const fragment of ["", "#", "x", secret, `abc.${secret}`, `#LdAL134CIs7YgmZU.${secret}`, `LdAL134CIs7YgmZU.${secret}A`, `LdAL134CIs7YgmZU.${secret}.x`, "LdAL134CIs7YgmZU.AAAAAAAAAAAAAAAAAAAA/="]) {
  test(`"${fragment}" is no link`, () => assert.equal(linkOf(fragment), undefined));
}

test("the tab that waits gets the secret", async () => {
  const taken = [];
  const stop = awaitLink("mine", (given) => taken.push(given) > 0);
  const others = awaitLink("another", () => assert.fail("the secret of another challenge"));
  const name = await challengeName("mine");
  await challengeName("another");
  assert.equal(await giveLink({ name, secret }, 10_000), true);
  assert.deepEqual(taken, [secret]);
  stop();
  others();
});

test("a tab that has continued does not accept the secret", async () => {
  const stop = awaitLink("left", () => false);
  const name = await challengeName("left");
  assert.equal(await giveLink({ name, secret }, patience), false);
  stop();
});

test("no tab waits after it has stopped, also before its name is known", async () => {
  awaitLink("stopped", () => assert.fail("stopped"))();
  const name = await challengeName("stopped");
  assert.equal(await giveLink({ name, secret }, patience), false);
});

test("a message of another form is not taken", async () => {
  const stop = awaitLink("strict", () => assert.fail("not a secret"));
  const name = await challengeName("strict");
  assert.equal(await giveLink({ name, secret: /** @type {any} */ (7) }, patience), false);
  stop();
});
