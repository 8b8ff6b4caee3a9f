// The moment for which a success is visible.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { successMoment } = await webModule("elements/success.js");

for (const hasLessMotion of [false, true]) {
  test(`a success delays the next view by ${hasLessMotion ? "nothing with less motion" : "less than 400 ms"}`, async () => {
    const waits = [];
    globalThis.window = {
      matchMedia: (query) => ({ matches: query === "(prefers-reduced-motion: reduce)" && hasLessMotion }),
      setTimeout: (run, wait) => { waits.push(wait); run(); },
    };
    await successMoment();
    assert.equal(waits.length, hasLessMotion ? 0 : 1);
    assert.ok(waits.every((wait) => wait < 400));
  });
}
