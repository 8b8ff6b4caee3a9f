// The meter of a new password shows the score of the server's estimate.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { installDocument } from "./small-dom.mjs";
import { webModule } from "./web.mjs";

installDocument();
const { newPasswordField } = await webModule("methods/identifier/fields.js");
const config = { password: { rules: { minimum_length: 12, maximum_length: 256, apple: "" } } };
const settle = async () => { for (let turn = 0; turn < 50; turn += 1) await Promise.resolve(); };

mock.timers.enable({ apis: ["setTimeout"] });

let estimate;
beforeEach(() => {
  document.body.replaceChildren();
  globalThis.fetch = async () => (estimate ? new Response(JSON.stringify(estimate), { status: 200 }) : new Response("{}", { status: 429 }));
});

function field() {
  const { view, input } = newPasswordField(config, { identifiers: () => ["lovelace@example.com"] });
  document.body.append(view);
  const meter = view.querySelector("progress");
  const type = (text) => {
    input.value = text;
    input.dispatch("input");
  };
  const pause = async () => {
    mock.timers.tick(1_000);
    await settle();
  };
  return { meter, type, pause, isFine: () => meter.classList.contains("fine") };
}

for (const [text, score, refusal] of [
  ["a".repeat(15), 0, "password_too_guessable"], ["passwordpassword", 0, "password_too_guessable"], [" ".repeat(15), 0, "password_too_guessable"],
  ["lovelace likes numbers", 2, "password_contains_identifier"], ["letters and letters", 3, undefined], ["eleven purple boots swim", 4, undefined]]) {
  test(`the meter of "${text}" is ${score} of 4`, async () => {
    const { meter, type, pause, isFine } = field();
    assert.equal(Number(meter.getAttribute("max")), 4);
    estimate = { score, advice: [], refusal };
    type(text);
    assert.ok(Number(meter.value) < 3 && !isFine(), "before the estimate");
    await pause();
    assert.equal(meter.value, score);
    assert.equal(isFine(), refusal === undefined);
  });
}

test("a full meter is not full for the next text before its estimate", async () => {
  const { meter, type, pause, isFine } = field();
  estimate = { score: 4, advice: [] };
  type("eleven purple boots swim");
  await pause();
  assert.equal(meter.value, 4);
  type("passwordpassword");
  assert.ok(meter.value < 3 && !isFine());
  type("short");
  assert.ok(meter.value === 0 && !isFine());
});

test("the meter is not full without an estimate", async () => {
  const { meter, type, pause, isFine } = field();
  estimate = undefined;
  type("passwordpassword");
  await pause();
  assert.ok(meter.value < 3 && !isFine());
});
