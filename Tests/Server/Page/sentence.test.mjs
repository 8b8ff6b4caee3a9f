// An error becomes a sentence of the page, never the server's own words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { Problem, problemOf } = await webModule("server/problem.js");
const { PageError } = await webModule("messages/page-error.js");
const { duration, sentence } = await webModule("messages/sentence.js");

test("a known code gives its own sentence", () => {
  assert.equal(sentence(new Problem(401, "signed_out")), "You are signed out here. Sign in to continue.");
});

test("an unknown code gives the general sentence with the trace id", () => {
  const error = problemOf(422, new Headers(), { code: "code_of_tomorrow", detail: "Words of the server.", trace_id: "4bf92f" });
  assert.equal(sentence(error), "Something went wrong. Try again. If this continues, tell the operator of this site this number: 4bf92f.");
});

test("an unknown code without a trace id gives the general sentence", () => {
  assert.equal(sentence(new Problem(422, "code_of_tomorrow")), "Something went wrong. Try again.");
});

test("a trace id cannot bring text into the sentence", () => {
  assert.match(sentence(new Problem(422, "unknown", { trace: "ab<b>Call +1 555</b>" })), / number: abbCall1555b\.$/);
});

test("a fault of the server names the trace id", () => {
  assert.match(sentence(new Problem(500, "internal_error", { trace: "4bf92f" })), /^The server has a fault\. .*4bf92f\.$/);
});

test("the sentence of a sign-in method wins", () => {
  assert.equal(sentence(new Problem(422, "rate_limited"), () => "Of the method."), "Of the method.");
  assert.equal(sentence(new Problem(422, "rate_limited"), () => undefined), "Too many tries from this network.");
});

test("a rate limit says when to try again", () => {
  const limited = problemOf(429, new Headers({ "Retry-After": "30" }), { code: "rate_limited", detail: "Words of the server." });
  assert.equal(sentence(limited), "Too many tries from this network. Try again in 30 seconds.");
});

test("a fault of the program is logged and not shown", (context) => {
  const logged = context.mock.method(console, "error", () => {});
  const fault = new TypeError("undefined is not a function");
  assert.equal(sentence(fault), "Something went wrong. Try again.");
  assert.deepEqual(logged.mock.calls.map((call) => call.arguments), [[fault]]);
});

test("an error of the page shows its message", () => {
  assert.equal(sentence(new PageError("failed", "The reason.")), "The reason.");
});

for (const [seconds, words] of [[1, "1 second"], [30, "30 seconds"], [90, "90 seconds"], [91, "2 minutes"], [120, "2 minutes"],
  [121, "3 minutes"], [5_400, "90 minutes"], [5_401, "2 hours"]]) {
  test(`a wait of ${seconds} s is ${words}`, () => assert.equal(duration(seconds, "en"), words));
}

test("a wait is in the user's language", () => assert.equal(duration(2, "de"), "2 Sekunden"));

test("a problem is read from the answer", () => {
  const taken = { account: { name: null, created_at: "2026-01-01T00:00:00Z" } };
  const problem = problemOf(409, new Headers(), { code: "identity_in_use", trace_id: "t", identity_in_use: taken, detail: "Words" });
  assert.deepEqual([problem.status, problem.code, problem.trace, problem.taken], [409, "identity_in_use", "t", taken]);
  assert.ok(!JSON.stringify(Object.entries(problem)).includes("Words") && !problem.message.includes("Words"));
});

for (const body of [undefined, null, "text", 7, {}, { code: 7 }, []]) {
  test(`an answer without a code is unexpected: ${JSON.stringify(body)}`, () => {
    assert.equal(problemOf(502, new Headers(), body).code, "unexpected_answer");
  });
}

for (const [header, seconds] of [["30", 30], ["0.5", 1], ["0", undefined], ["-1", undefined], ["soon", undefined], [null, undefined]]) {
  test(`Retry-After ${header} is ${seconds}`, () => {
    const headers = new Headers(header === null ? {} : { "Retry-After": header });
    assert.equal(problemOf(429, headers, {}).retryAfter, seconds);
  });
}

const challenge = 'Bearer error="insufficient_user_authentication", error_description="…", ';
for (const [header, isMissing] of [[`${challenge}acr_values="urn:doorward:acr:second-factor"`, true], [`${challenge}max_age="600"`, false], [null, false]]) {
  test(`the challenge ${header} says whether the second factor is missing: ${isMissing}`, () => {
    const headers = { get: (name) => (name === "WWW-Authenticate" ? header : null) };
    assert.equal(problemOf(401, headers, { code: "insufficient_user_authentication" }).lacksSecondFactor, isMissing);
  });
}
