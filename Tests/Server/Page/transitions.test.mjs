// The page mirrors the flow of DoorwardFlow: the views of a sign-in follow each other as Tests/Windows/FlowTests/transitions.json says.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { installDocument } from "./small-dom.mjs";
import { documentText, webModule } from "./web.mjs";

installDocument();
const { methodPicker } = await webModule("sign-in/picker.js");
const table = JSON.parse(documentText("Tests/Windows/FlowTests/transitions.json"));

/** The views of the table that no walk shows, and the reason. */
const otherViews = {
  loading: "The server sends the offer with the page.",
  unavailable: "The server sends the offer with the page.",
  nothing_offered: "Without a method, the page has no walk.",
  "proof.passkey": "A browser asks: Tests/Server/Browser/test_passkey_sign_in.py.",
  "proof.near": "A wallet asks: Tests/Server/Browser/test_near.py, test_ethereum.py.",
  "proof.browser": "The page is the browser.",
  wallets: "A browser has the wallets: Tests/Server/Browser/test_code_first.py.",
  your_name: "It follows the sign-in: Tests/Server/Browser/test_code_first.py.",
  passkey_offer: "The page asks the browser whether it has passkeys: Tests/Server/Browser/test_passkey_upgrade.py.",
};

const seen = new Set();

// MARK: The page

const config = {
  application_name: "Notes", provider_name: "Notes", methods: ["code", "password"], sign_up: "open",
  sign_in_first: "password", password: { identifiers: ["email", "username"], rules: { minimum_length: 8, maximum_length: 64, apple: "" } },
  code: { channels: ["email"], length: 6 },
};
const state = { signed_in: false, user: null, identities: [], current_session_id: null, config };
const signedIn = { ...state, signed_in: true, user: { id: "ada" } };
const later = "2099-01-01T00:00:00Z";
const sent = { challenge_id: "sent", expires_at: later, resend_at: "2000-01-01T00:00:00Z" };
const email = "ada@example.com";

const answer = (body, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });
const problem = (code, status, members = {}, headers = {}) => answer({ code, status, trace_id: "0", ...members }, status, headers);
const secondFactor = (factors) => problem("second_factor_required", 401,
  { second_factor: { challenge_id: "waiting", expires_at: later, methods: [], enrollment_methods: [], ...factors } });
const deletion = () => problem("account_deletion_pending", 409, { account_deletion: { delete_at: later } });
const wait = () => problem("rate_limited", 429, {}, { "Retry-After": "30" });
const fault = () => problem("internal_error", 500);
const over = () => problem("challenge_expired", 401);
const wrong = (code, status) => problem(code, status);

/** A sign-in on the page. */
class Page {
  /** The answers to the next requests. */
  answers = [];
  isProven = false;
  /** The path of the last request that sent a code. */
  sender = "";

  constructor(changes = {}) {
    document.body.replaceChildren();
    globalThis.fetch = async (path) => {
      if (path === "/session/password/strength") return answer({ score: 4, advice: [] });
      if (/code\/send|sign-up|reset$/.test(path)) this.sender = path;
      const next = this.answers.shift();
      assert.ok(next, `no answer to ${path}`);
      if (next === "offline") throw new TypeError("offline");
      return next;
    };
    const present = { ...state, config: { ...config, ...changes } };
    const { picker } = methodPicker({ state: present, purpose: "sign_in", level: 2, onProven: () => { this.isProven = true; } });
    this.picker = picker;
    document.body.append(picker);
  }

  /** The name of the view in the table. */
  get view() {
    const has = (id) => this.picker.find(id) !== undefined;
    if (this.isProven) return "finished.completed";
    if (has("password-step")) return "password";
    if (has("sign-up-step")) return "sign_up";
    if (has("reset-step")) return "code.reset";
    if (has("code-step")) return this.sender.endsWith("sign-up") ? "code.signUp" : "code.signIn";
    if (has("keep-account-step")) return has("keep-account") ? "keep_account" : "too_late";
    if (has("recovery-code-used")) return "recovery_code_used";
    if (has("new-recovery-codes")) return "recovery_codes";
    if (has("second-factor-step")) {
      if (has("new-authenticator") || has("new-passkey")) return "new_factor";
      return this.picker.find("second-factor") ? "second_factor" : "too_late";
    }
    return has("identifier") ? "start" : "unknown";
  }

  async settle() { for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => { setTimeout(resolve, 1); }); }

  type(id, text) {
    const field = this.picker.find(id);
    assert.ok(field, `no field ${id} in ${this.view}`);
    field.value = text;
  }

  async press(id) {
    const control = this.picker.find(id);
    assert.ok(control, `no button ${id} in ${this.view}`);
    control.dispatch(control.tagName === "FORM" ? "submit" : "click");
    await this.settle();
  }
}

// MARK: The steps of a user, each with the answer of the server

const steps = {
  continueWith: (page) => {
    page.type("identifier-field", email);
    return page.press("identifier-form");
  },
  submitPassword: (page) => {
    page.type("password", "a long password");
    return page.press("password-form");
  },
  sendCode: (page) => page.press("code-instead"),
  resetPassword: (page) => page.press("forgot"),
  createAccount: (page) => page.press("sign-up"),
  usePassword: (page) => page.press("password-instead"),
  typeCode: async (page) => {
    page.type("code", "123456");
    page.picker.find("code").dispatch("input");
    await page.settle();
  },
  signUp: (page) => {
    page.type("sign-up-address", email);
    page.type("new-password", "several unrelated words");
    return page.press("sign-up-form");
  },
  submitCode: (page) => {
    page.type("code", "123456");
    return page.press("code-form");
  },
  submitReset: (page) => {
    page.type("code", "123456");
    page.type("new-password", "several unrelated words");
    return page.press("reset-form");
  },
  resend: (page) => page.press("resend"),
  submitFactor: (page) => {
    page.type("second-factor-code", page.picker.find("use-recovery_code") ? "123456" : "7K2QD-9MXF4");
    return page.press("second-factor");
  },
  chooseRecoveryCode: (page) => page.press("use-recovery_code"),
  submitNewFactor: (page) => {
    page.type("second-factor-code", "123456");
    return page.press("second-factor");
  },
  savedCodes: (page) => page.press("codes-saved"),
  keepAccount: (page) => page.press("keep-account"),
  leaveAccount: (page) => page.press("leave-account"),
  startAgain: (page) => page.press("start-again"),
  goOn: (page) => page.press("continue-signed-in"),
  back: (page) => {
    history.back();
    return page.settle();
  },
};

/**
 * A walk: each step with its event in the table, and the answer.
 *
 * @typedef {Response | "offline"} Answer
 * @typedef {[step: keyof typeof steps, event: string, answer?: () => Answer | Answer[]]} Step
 */

/** The answers to the proof of a first factor, by the request. @param {keyof typeof steps} step @param {string} request @param {string} code */
const proofs = (step, request, code) => [
  [step, `answer.${request}.signedIn`, () => answer(signedIn)],
  [step, `answer.${request}.secondFactorRequired`, () => secondFactor({ methods: ["totp", "recovery_code"] })],
  [step, `answer.${request}.secondFactorRequired`, () => secondFactor({ enrollment_methods: ["totp"] })],
  [step, `answer.${request}.deletionPending`, deletion],
  ...refusals(step, request, code),
];
const refusals = (step, request, code, status = 401) => [
  [step, `answer.${request}.refused.otherInput`, () => wrong(code, status)],
  [step, `answer.${request}.refused.wait`, wait],
  [step, `answer.${request}.refused.retry`, fault],
  [step, `answer.${request}.refused.retry`, () => "offline"],
  [step, `answer.${request}.refused.expired`, over],
];
const toPassword = [["continueWith", "act.continueWith"]];
const toCode = [...toPassword, ["sendCode", "answer.sendCode.codeSent", () => answer(sent)]];
const toReset = [...toPassword, ["resetPassword", "answer.reset.codeSent", () => answer(sent)]];
const toSignUp = [...toPassword, ["createAccount", "act.createAccount"]];
const toSignUpCode = [...toSignUp, ["signUp", "answer.signUp.codeSent", () => answer(sent)]];
const waiting = () => secondFactor({ methods: ["totp", "recovery_code"] });
const toFactor = [...toPassword, ["submitPassword", "answer.signIn.secondFactorRequired", waiting]];
const toKeep = [...toPassword, ["submitPassword", "answer.signIn.deletionPending", deletion]];
const enrolling = () => [secondFactor({ enrollment_methods: ["totp"] }),
  answer({ challenge_id: "new", expires_at: later, secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Notes", qr_code: "<svg/>" })];
const toNewFactor = [...toPassword, ["submitPassword", "answer.signIn.secondFactorRequired", enrolling]];
const withCodes = () => answer({ ...signedIn, recovery_codes: ["7K2QD-9MXF4"] });
const toRecovery = [...toFactor, ["chooseRecoveryCode", "act.chooseFactor"]];

/** @type {Step[][]} */
const walks = [
  ...proofs("submitPassword", "signIn", "invalid_credentials").map((last) => [...toPassword, last]),
  ...proofs("submitCode", "verifyCode", "invalid_code").map((last) => [...toCode, last]),
  ...proofs("submitReset", "confirmReset", "invalid_code").map((last) => [...toReset, last]),
  ...proofs("submitCode", "verifyCode", "invalid_code").map((last) => [...toSignUpCode, last]),
  ...refusals("sendCode", "sendCode", "channel_not_offered").map((last) => [...toPassword, last]),
  ...refusals("resetPassword", "reset", "invalid_name").map((last) => [...toPassword, last]),
  ...refusals("signUp", "signUp", "password_listed").map((last) => [...toSignUp, last]),
  ...refusals("submitFactor", "verifyFactor", "invalid_code").map((last) => [...toFactor, last]),
  ...refusals("keepAccount", "keepAccount", "user_banned", 403).map((last) => [...toKeep, last]),
  [...toCode, ["resend", "answer.sendCode.codeSent", () => answer(sent)]],
  [...toReset, ["resend", "answer.sendCode.codeSent", () => answer(sent)]],
  [...toFactor, ["submitFactor", "answer.verifyFactor.signedIn", () => answer(signedIn)]],
  [...toFactor, ["submitFactor", "answer.verifyFactor.deletionPending", deletion]],
  [...toRecovery, ["submitFactor", "answer.verifyFactor.signedIn", () => [answer(signedIn), answer({ items: [], recovery_codes_left: 3 })]], ["goOn", "act.goOn"]],
  [...toNewFactor, ["submitNewFactor", "answer.finishAuthenticator.signedIn", withCodes], ["savedCodes", "act.savedCodes"]],
  [...toNewFactor, ["submitNewFactor", "answer.finishAuthenticator.signedIn", () => answer(signedIn)]],
  ...refusals("submitNewFactor", "finishAuthenticator", "invalid_code").map((last) => [...toNewFactor, last]),
  [...toFactor, ["startAgain", "act.startAgain"]],
  [...toFactor, ["submitFactor", "answer.verifyFactor.refused.expired", over], ["startAgain", "act.startAgain"]],
  [...toKeep, ["keepAccount", "answer.keepAccount.signedIn", () => answer(signedIn)]],
  [...toKeep, ["leaveAccount", "act.startAgain"]],
  ...[toPassword, toCode, toReset, toSignUp, toSignUpCode].map((walk) => [...walk, ["back", "act.back"]]),
];

/** @param {Step[]} walk @param {object} [changes] of the configuration */
async function follow(walk, changes) {
  history.go(-100);
  const page = new Page(changes);
  await page.settle();
  for (const [step, event, answer] of walk) {
    const from = page.view;
    seen.add(from);
    if (answer) page.answers.push(...[answer()].flat());
    await steps[step](page);
    const to = page.view;
    assert.ok(table[from]?.[event]?.includes(to), `${from}, ${event}: ${to}, but the table has ${table[from]?.[event] ?? "nothing"}`);
  }
}

for (const walk of walks) {
  test(walk.map(([step, event]) => (event.startsWith("answer.") ? event.slice("answer.".length) : step)).join(", "), () => follow(walk));
}

const toFirstCode = [["continueWith", "answer.sendCode.codeSent", () => answer(sent)]];

test("without passwords, the identifier sends a code", () => follow(
  [...toFirstCode, ["back", "act.back"]], { methods: ["code"], password: undefined }));

for (const last of [["usePassword", "act.usePassword"], ["typeCode", "answer.verifyCode.signedIn", () => answer(signedIn)], ["back", "act.back"]]) {
  test(`if the code comes first, the identifier sends it, then ${last[0]}`, () => follow([...toFirstCode, last], { sign_in_first: "code" }));
}

test("a limit of codes leaves the password", () => follow(
  [["continueWith", "answer.sendCode.refused.wait", wait], ["usePassword", "act.continueWithPassword"]], { sign_in_first: "code" }));
test("a sent code is asked for again", () => follow(
  [...toFirstCode, ["back", "act.back"], ["continueWith", "act.continueWith"], ["usePassword", "act.usePassword"], ["sendCode", "act.sendCode"]],
  { sign_in_first: "code" }));
test("passwords alone have a sign-up on the first view", () => follow(
  [["createAccount", "act.createAccount"]], { methods: ["password"], code: undefined }));

after(() => {
  const views = Object.keys(table).filter((view) => !view.startsWith("finished."));
  assert.deepEqual([...seen, ...Object.keys(otherViews)].sort(), views.sort(), "a view is neither walked nor explained");
});
