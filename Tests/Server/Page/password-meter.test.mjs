// The meter of a new password shows the score of the server's estimate.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { installDocument } from "./small-dom.mjs";
import { documentText, webModule } from "./web.mjs";

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

// The windows follow the same table: Tests/Windows/FlowTests/Content/PasswordMeterTests.swift.
for (const { name, steps } of JSON.parse(documentText("Tests/Vectors/text/password_meter.json")).vectors) {
  test(`the meter shows the score: ${name}`, async () => {
    const { meter, type, pause, isFine } = field();
    assert.equal(Number(meter.getAttribute("max")), 4);
    for (const step of steps) {
      estimate = step.estimate ? { advice: [], ...step.estimate } : undefined;
      type(step.typed);
      assert.equal(Number(meter.value), step.before, "before the estimate");
      assert.ok(!isFine());
      await pause();
      assert.equal(Number(meter.value), step.after);
      assert.equal(isFine(), step.after >= 3);
    }
  });
}
