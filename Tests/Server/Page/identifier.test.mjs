// Passwords and codes: what the user typed, what is offered, and the advice about a new password.

import assert from "node:assert/strict";
import { test } from "node:test";
import { document } from "./openapi.mjs";
import { documentText, textsOf, webModule } from "./web.mjs";

const { addressOf, codeDigits, isCode, kindOf } = await webModule("methods/identifier/typed.js");
const { canSignUp, codeKinds, needsSignUp, passwordIdentity, passwordKinds, signInKinds } = await webModule("methods/identifier/settings.js");
const { codeComesFirst } = await webModule("methods/identifier/first.js");
const { whenComplete } = await webModule("methods/identifier/complete.js");
const { mailAppLink } = await webModule("methods/identifier/mail-app.js");
const { passwordAdvice } = await webModule("methods/identifier/strength.js");
const { estimateOf } = await webModule("methods/identifier/strength-estimate.js");
const { complaintOf, kindsLabel } = await webModule("methods/identifier/fields.js");
const { Problem, problemOf } = await webModule("server/problem.js");
const { learnTime, serverNow } = await webModule("server/clock.js");

const all = ["email", "phone_number", "username"];

for (const [typed, offered, kind] of [
  ["ada@example.com", all, "email"], ["+44 20 7946 0000", all, "phone_number"], ["(030) 1234-5678", all, "phone_number"],
  ["ada", all, "username"], ["ada99", all, "username"], ["123", all, "username"],
  ["ada", ["email"], "email"], ["+44 20 7946 0000", ["email"], "email"], ["ada", ["email", "phone_number"], "email"],
  ["a@b", ["username"], "username"], ["12345", ["phone_number"], "phone_number"]]) {
  test(`"${typed}" of ${offered} is ${kind}`, () => assert.equal(kindOf(typed, offered), kind));
}

// The tests of the server and of the apps have the same table.
for (const { text, kind } of JSON.parse(documentText("Tests/Vectors/text/identifier_kinds.json")).vectors) {
  const name = kind === "phone" ? "phone_number" : kind;
  test(`the server's kind of ${JSON.stringify(text)} is ${name}`, () => assert.equal(kindOf(text, all), name));
}

test("an address has the member of its kind", () => {
  assert.deepEqual(addressOf("a@b.example", "email"), { email: "a@b.example" });
  assert.deepEqual(addressOf("+44", "phone_number"), { phone_number: "+44" });
});

for (const typed of ["123456", "123 456", " 123-456 ", "12\u00a03456", "123\u2013456", "123\u2212456", "\u200b123456", "\uff11\uff12\uff13456", "\u0661\u0662\u0663\u0664\u0665\u0666"]) {
  test(`"${typed}" is a code of six digits`, () => assert.ok(isCode(typed, 6)));
}

for (const typed of ["", "12345", "1234567", "12345a", "123.456"]) {
  test(`"${typed}" is no code of six digits`, () => assert.ok(!isCode(typed, 6)));
}

test("a code is sent without spaces and hyphens", () => assert.equal(codeDigits(" 123 - 456\u200e"), "123456"));

test("the configuration decides which identifiers sign in", () => {
  const password = { identifiers: ["username", "email", "new_kind"] };
  const code = { channels: ["sms", "pigeon"] };
  assert.deepEqual(passwordKinds({ password }), ["email", "username"]);
  assert.deepEqual(codeKinds({ code }), ["phone_number"]);
  assert.deepEqual(signInKinds({ password, code }), all);
  assert.deepEqual(signInKinds({}), []);
  for (const broken of [null, {}, { identifiers: "email" }, { identifiers: [7] }]) assert.deepEqual(passwordKinds({ password: broken }), []);
});

test("a sign-up needs passwords and an application that accepts new users", () => {
  const password = { identifiers: ["email"] };
  assert.ok(canSignUp({ password, sign_up: "open" }));
  assert.ok(!canSignUp({ password, sign_up: "closed" }));
  assert.ok(!canSignUp({ sign_up: "open" }));
});

for (const [identifiers, channels, isNeeded] of [
  [["email"], ["email"], false], [["email", "username"], ["email"], false], [["username"], ["email"], false],
  [["email", "phone_number"], ["email"], true], [["email"], ["sms"], true], [["email"], [], true], [["username"], [], true], [[], ["email"], false]]) {
  test(`passwords for ${identifiers} and codes by ${channels} ${isNeeded ? "need" : "need no"} sign-up`, () =>
    assert.equal(needsSignUp({ password: { identifiers }, code: { channels }, sign_up: "open" }), isNeeded));
}

test("the last sign-in decides what comes first, then the application", () => {
  const stored = (value) => { globalThis.localStorage = { getItem: () => value && JSON.stringify({ method: value }) }; };
  for (const [last, setting, isCode] of [[null, undefined, true], [null, "code", true], [null, "password", false], ["password", "code", false],
    ["code", "password", true], ["passkey", "password", false], ["near", undefined, true]]) {
    stored(last);
    assert.equal(codeComesFirst({ sign_in_first: setting }), isCode, `${last} ${setting}`);
  }
  delete globalThis.localStorage;
});

test("a complete code is used once, and again after a change", () => {
  let count = 0;
  const listeners = [];
  const input = { value: "", addEventListener: (_, listener) => listeners.push(listener) };
  whenComplete(input, 6, () => { count += 1; });
  const type = (value) => { input.value = value; for (const listener of listeners) listener(); };
  for (const [typed, expected] of [["12345", 0], ["123 456", 1], ["123456 ", 1], ["", 1], ["123456", 2], ["1234567", 2], ["654321", 3]]) {
    type(typed);
    assert.equal(count, expected, typed);
  }
});

for (const [address, agent, isShown] of [
  ["ada@example.com", "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", true], ["a•••@example.com", "Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X)", true],
  ["+4915123456789", "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", false], ["ada@example.com", "Mozilla/5.0 (Linux; Android 16)", false],
  ["ada@example.com", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", false]]) {
  test(`the app for mail is ${isShown ? "" : "not "}offered for ${address} on ${agent}`, () => {
    globalThis.document = { createElement: () => ({ dataset: {}, setAttribute() {}, append() {} }) };
    assert.equal(Boolean(mailAppLink(address, agent)), isShown);
    delete globalThis.document;
  });
}

test("the identifier of a password is the email address first", () => {
  const [email, phone, username] = [{ type: "email" }, { type: "phone" }, { type: "username" }];
  assert.equal(passwordIdentity([username, phone, email]), email);
  assert.equal(passwordIdentity([username, phone]), phone);
  assert.equal(passwordIdentity([{ type: "near" }]), undefined);
});

for (const [kinds, label] of [[["email"], "Email"], [["phone_number"], "Phone"], [["username"], "User name"], [["email", "phone_number"], "Email or phone"],
  [["email", "username"], "Email or user name"], [["phone_number", "username"], "Phone or user name"], [all, "Email, phone or user name"]]) {
  test(`the field for ${kinds} is "${label}"`, () => assert.equal(kindsLabel(kinds), label));
}

const rules = { minimum_length: 15, maximum_length: 256 };
for (const [password, advice] of [
  ["", { kind: "empty" }], ["short", { kind: "short", missing: 10 }], ["fourteen chars", { kind: "short", missing: 1 }],
  ["correct horse battery", { kind: "fine" }], ["x".repeat(257), { kind: "long" }], ["aaaaaaaaaaaaaaa", { kind: "repeats" }],
  ["AbcabcABCabcABC", { kind: "repeats" }], ["lovelace likes numbers", { kind: "identifier" }], ["\u{1F600}".repeat(14), { kind: "short", missing: 1 }]]) {
  test(`advice about "${password.slice(0, 24)}"`, () => assert.deepEqual(passwordAdvice(password, rules, ["lovelace@example.com"]), advice));
}

for (const [score, advice, said, refusal] of [
  [4, [], "hard to guess"], [3, [], "hard to guess"], [0, ["common_word", "add_words"], "a common password", "password_too_guessable"],
  [2, ["sequence", "add_words"], "a sequence"], [1, ["add_words"], "Add more unrelated words"],
  [0, ["a_newer_code", "date"], "a date"], [0, ["a_newer_code"], "Add more unrelated words"], [0, [], "Add more unrelated words"],
  [2, [], "a character that cannot be used", "password_disallowed_character"], [2, ["common_word"], "a list that attackers try", "password_listed"],
  [2, [], "Add more unrelated words", "a_newer_code"]]) {
  test(`the estimate ${score} with "${advice}" and ${refusal} says "${said}"`, () => {
    const estimate = estimateOf({ score, advice, refusal });
    assert.equal(estimate.score, score);
    assert.match(estimate.said, new RegExp(said));
  });
}

test("every code of an estimate has a sentence", () => {
  const codes = document.components.schemas.PasswordAdvice.items.enum;
  const start = "identifier.advice.";
  const advised = Object.keys(textsOf("en")).filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
  assert.deepEqual(advised.sort(), [...codes].sort());
});

test("a short part of an identifier does not count", () => {
  assert.deepEqual(passwordAdvice("bob went to the sea", rules, ["bob@example.com"]), { kind: "fine" });
});

const fields = { identifier: "identifier", username: "username", password: "password", code: "code" };
for (const [code, field] of [["invalid_credentials", "password"], ["password_listed", "password"], ["password_hashing_busy", undefined],
  ["username_taken", "username"], ["email_incomplete", "identifier"], ["phone_number_invalid", "identifier"], ["identity_in_use", "identifier"],
  ["invalid_code", "code"], ["challenge_expired", "code"], ["code_exhausted", "code"], ["rate_limited", undefined]]) {
  test(`${code} is a problem of the field ${field}`, () => assert.equal(complaintOf(new Problem(422, code), fields).input, field));
}

for (const [advice, said] of [[["repetition", "add_words"], "it repeats itself"], [["contains_application_name"], "the name of this app or site"],
  [["a_newer_code"], "Add more unrelated words"], [undefined, "Add more unrelated words"]]) {
  test(`a password that is refused with "${advice}" says "${said}" at its field`, () => {
    const complaint = complaintOf(problemOf(422, new Headers(), { code: "password_too_guessable", trace_id: "1", advice }), fields);
    assert.equal(complaint.input, fields.password);
    assert.match(complaint.said, new RegExp(said));
  });
}

test("a limit of guesses says how long to wait", () => {
  assert.match(complaintOf(new Problem(429, "too_many_guesses", { retryAfter: 120 }), fields).said, / Try again in 2 minutes\.$/);
});

test("times are by the server's clock", () => {
  learnTime(new Date(Date.now() + 3_600_000).toUTCString());
  assert.ok(Math.abs(serverNow() - Date.now() - 3_600_000) < 5_000);
  learnTime(null);
  assert.ok(Math.abs(serverNow() - Date.now() - 3_600_000) < 5_000);
  learnTime(new Date().toUTCString());
});
