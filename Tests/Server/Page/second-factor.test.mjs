// Second factors: which kind the page asks for, what a code looks like, and the file with recovery codes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webFiles, webModule, webText } from "./web.mjs";

const { Problem, problemOf } = await webModule("server/problem.js");
const { enrollments, factors, offeredFactors, secondFactorRequest } = await webModule("second-factor/registry.js");
const { isEnding } = await webModule("second-factor/step.js");
const { isRecoveryCode } = await webModule("second-factor/recovery-code.js");
const { codesFile, fileHeading, fileName } = await webModule("second-factor/codes-file.js");
const { codesLeft } = await webModule("second-factor/codes-left.js");
const { groups } = await webModule("second-factor/groups.js");

const request = (...methods) => ({ challenge_id: "c", methods, expires_at: "2026-11-23T10:00:00Z" });

test("each kind is one file of second-factor/ and one entry of the registry", () => {
  const files = webFiles("second-factor/").filter((path) => webText(path).includes('@type {import("./factor.js").Factor}\n'));
  assert.equal(files.length, factors.length + enrollments.length);
  for (const kinds of [factors, enrollments]) assert.equal(new Set(kinds.map(({ name }) => name)).size, kinds.length);
});

test("the page offers the kinds that the account has, in its own order", () => {
  const names = (...methods) => offeredFactors(request(...methods)).map(({ name }) => name);
  assert.deepEqual(names("recovery_code", "totp"), ["totp", "recovery_code"]);
  assert.deepEqual(names("recovery_code", "totp", "passkey"), ["passkey", "totp", "recovery_code"]);
  assert.deepEqual(names("totp", "unknown"), ["totp"]);
  assert.deepEqual(names("unknown"), []);
});

test("a user without a factor adds one of the kinds that the server names", () => {
  const names = (enrollment_methods) => offeredFactors({ ...request(), enrollment_methods }).map(({ name }) => name);
  assert.deepEqual(names(["totp"]), ["totp"]);
  assert.deepEqual(names(["passkey", "totp"]), ["totp", "passkey"]);
  assert.deepEqual(names(["unknown"]), []);
  assert.deepEqual(names(undefined), []);
  // A user with a factor proves it, and adds none.
  assert.deepEqual(offeredFactors({ ...request("totp"), enrollment_methods: ["totp"] }), factors.filter(({ name }) => name === "totp"));
});

test("the answer of the server says which sign-in waits", () => {
  const waiting = request("totp");
  const problem = problemOf(401, new Headers(), { code: "second_factor_required", second_factor: waiting });
  assert.equal(secondFactorRequest(problem), waiting);
});

test("other errors, and factors that the page does not know, are no step of the sign-in", () => {
  for (const error of [new Problem(401, "second_factor_required"), new TypeError("x"), undefined,
    new Problem(401, "invalid_credentials", { secondFactor: request("totp") }),
    new Problem(401, "second_factor_required", { secondFactor: request("unknown") })]) {
    assert.equal(secondFactorRequest(error), undefined);
  }
});

test("a sign-in ends if its challenge is void or exhausted, and not after a wrong code or a lost connection", () => {
  for (const code of ["challenge_expired", "challenge_used", "invalid_challenge", "code_exhausted"]) assert.ok(isEnding(new Problem(401, code)), code);
  for (const code of ["invalid_code", "too_many_guesses", "rate_limited", "offline"]) assert.ok(!isEnding(new Problem(401, code)), code);
  assert.ok(!isEnding(new TypeError("x")));
});

test("a recovery code has ten letters and digits, with any case, spaces and hyphens", () => {
  for (const typed of ["7K2QD-9MXF4", "7k2qd9mxf4", " 7K2QD – 9MXF4\n", "７Ｋ２ＱＤ９ＭＸＦ４"]) assert.ok(isRecoveryCode(typed), typed);
  for (const typed of ["", "123456", "7K2QD-9MXF", "7K2QD-9MXF4A", "7K2QD_9MXF4", "ЖK2QD-9MXF4"]) assert.ok(!isRecoveryCode(typed), typed);
});

test("the number of recovery codes is said in words", () => {
  assert.equal(codesLeft(0), "You have no recovery codes left.");
  assert.equal(codesLeft(1), "You have one recovery code left.");
  assert.equal(codesLeft(9), "You have 9 recovery codes left.");
});

test("a key is shown in groups of four", () => {
  assert.equal(groups("ABCDEFGHIJ"), "ABCD EFGH IJ");
  assert.equal(groups(""), "");
});

test("the file of recovery codes names the site and the account, and has one code in a line", () => {
  const lines = codesFile(["A-1", "B-2"], fileHeading({ site: "Harbor Notes", account: "ada@example.com", date: "Nov 23, 2026" })).split("\n");
  assert.deepEqual(lines.slice(0, 3), ["Recovery codes for Harbor Notes", "Account: ada@example.com", "Made on Nov 23, 2026"]);
  assert.ok(lines.includes("A-1") && lines.includes("B-2"));
  assert.equal(lines.at(-1), "");
  assert.deepEqual(fileHeading({ site: "x", account: "", date: "y" }), ["Recovery codes for x", "Made on y"]);
});

test("the name of the file is that of the site without special characters", () => {
  assert.equal(fileName("Harbor Notes"), "harbor-notes-recovery-codes.txt");
  assert.equal(fileName("../Söhne & Co."), "söhne-co-recovery-codes.txt");
  assert.equal(fileName(""), "recovery-codes.txt");
});
