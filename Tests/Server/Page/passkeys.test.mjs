// Passkeys: the JSON forms of the standard, the words for each failure, the renewal of challenges, and the signals.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { documentText, textsOf, webModule } from "./web.mjs";

const { bytesOf, optionsOf, responseOf, textOf } = await webModule("methods/passkeys/json.js");
const { failureOf, pageError } = await webModule("methods/passkeys/failures.js");
const { autofill, renewalDelay } = await webModule("methods/passkeys/autofill.js");
const { can, isSupported, makePasskey, usePasskey } = await webModule("methods/passkeys/browser.js");
const { shownUser, signalUnknown, tellBrowser, tellBrowserInTime, whileAdding } = await webModule("methods/passkeys/signals.js");
const { isRefused, register } = await webModule("methods/passkeys/registration.js");
const { canSignUp, settings } = await webModule("methods/passkeys/settings.js");
const { givenNameOf, nameOf } = await webModule("methods/passkeys/name.js");
const { addSilently, learnDevice, shouldOffer } = await webModule("methods/passkeys/addition.js");
const { askForPasskey } = await webModule("methods/passkeys/proof.js");
const { userName } = await webModule("format/text.js");
const { PageError } = await webModule("messages/page-error.js");
const { Problem } = await webModule("server/problem.js");

/** @param {string} text */
const buffer = (text) => new TextEncoder().encode(text).buffer;

/** Replaces globals of the browser until the test ends. */
const replaced = new Map();
function replace(name, value) {
  if (!replaced.has(name)) replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
afterEach(() => {
  for (const [name, descriptor] of replaced) {
    delete globalThis[name];
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
  }
  replaced.clear();
});

/** A browser with passkeys. */
function withBrowser({ capabilities, credentials = {}, ...members } = {}) {
  const type = Object.assign(function PublicKeyCredential() {}, members,
    capabilities && { getClientCapabilities: async () => capabilities });
  replace("PublicKeyCredential", type);
  replace("navigator", { credentials, onLine: true });
}

/** A server that answers requests by their method and path. */
function withServer(answers) {
  const requests = [];
  replace("fetch", async (path, { method, body }) => {
    requests.push({ call: `${method} ${path}`, body: body && JSON.parse(body) });
    const answer = await answers[`${method} ${path}`]?.();
    return new Response(JSON.stringify(answer ?? { code: "not_found" }), { status: answer ? 200 : 404 });
  });
  return requests;
}

const refused = (name) => Object.assign(new Error("words of the browser"), { name });

test("bytes are base64url without padding", () => {
  assert.equal(textOf(new Uint8Array([251, 255, 190]).buffer), "-_--");
  assert.deepEqual([...bytesOf("-_--")], [251, 255, 190]);
  for (let length = 0; length < 70; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
    const text = textOf(bytes.buffer);
    assert.match(text, /^[\w-]*$/);
    assert.deepEqual(bytesOf(text), bytes);
  }
});

test("options have bytes for the members that the standard defines as bytes, and keep all others", () => {
  const options = optionsOf({
    challenge: "AQ", timeout: 5, rp: { id: "a.example" }, user: { id: "Ag", name: "ada" }, hints: ["hybrid"],
    excludeCredentials: [{ id: "Aw", type: "public-key", transports: ["usb"] }], extensions: { credProps: true },
  });
  assert.deepEqual(options, {
    challenge: new Uint8Array([1]), timeout: 5, rp: { id: "a.example" }, user: { id: new Uint8Array([2]), name: "ada" }, hints: ["hybrid"],
    excludeCredentials: [{ id: new Uint8Array([3]), type: "public-key", transports: ["usb"] }], extensions: { credProps: true },
  });
  assert.deepEqual(optionsOf({ challenge: "AQ", allowCredentials: [{ id: "Aw" }] }), {
    challenge: new Uint8Array([1]), allowCredentials: [{ id: new Uint8Array([3]) }],
  });
});

test("the response of a sign-in has the standard's JSON form", () => {
  const credential = {
    rawId: buffer("id"), authenticatorAttachment: "platform", getClientExtensionResults: () => ({}),
    response: { clientDataJSON: buffer("{}"), authenticatorData: buffer("data"), signature: buffer("signed"), userHandle: buffer("ada") },
  };
  assert.deepEqual(responseOf(credential), {
    id: "aWQ", rawId: "aWQ", type: "public-key", authenticatorAttachment: "platform", clientExtensionResults: {},
    response: { clientDataJSON: "e30", authenticatorData: "ZGF0YQ", signature: "c2lnbmVk", userHandle: "YWRh" },
  });
});

test("the response of a registration has the transports, and needs no function of newer browsers", () => {
  const response = { clientDataJSON: buffer("{}"), attestationObject: buffer("object") };
  assert.deepEqual(responseOf({ rawId: buffer("id"), response: { ...response, getTransports: () => ["usb"] } }), {
    id: "aWQ", rawId: "aWQ", type: "public-key", clientExtensionResults: {},
    response: { clientDataJSON: "e30", attestationObject: "b2JqZWN0", transports: ["usb"] },
  });
  assert.deepEqual(responseOf({ rawId: buffer("id"), response }).response.transports, []);
});

test("the outputs of extensions that the server has not asked for stay in the browser", () => {
  const outputs = { credProps: { rk: true }, prf: { enabled: true, results: { first: buffer("secret") } }, largeBlob: { blob: buffer("blob") } };
  const response = { clientDataJSON: buffer("{}"), attestationObject: buffer("object") };
  assert.deepEqual(responseOf({ rawId: buffer("id"), response, getClientExtensionResults: () => outputs }).clientExtensionResults, { credProps: { rk: true } });
});

test("a security key may leave out the user", () => {
  const response = { clientDataJSON: buffer("{}"), authenticatorData: buffer("data"), signature: buffer("s"), userHandle: null };
  assert.ok(!("userHandle" in responseOf({ rawId: buffer("id"), response }).response));
});

const failures = [
  // A browser hides whether the user closed the window or there is no passkey.
  ["NotAllowedError", "get", 900, { isDeclined: true, key: "notUsed" }],
  ["NotAllowedError", "immediate", 1, { isDeclined: true, key: "noneHere" }],
  ["NotAllowedError", "create", 900, { isDeclined: true, key: "notMade" }],
  ["NotAllowedError", "get", 60_000, { key: "timedOut" }],
  ["AbortError", "get", 60_000, { key: "timedOut" }],
  ["TimeoutError", "create", 10, { key: "timedOut" }],
  ["InvalidStateError", "create", 900, { key: "registered" }],
  ["InvalidStateError", "get", 900, { key: "unusable" }],
  ["SecurityError", "get", 1, { key: "notAllowedHere" }],
  ["SecurityError", "create", 1, { key: "notAllowedHere" }],
  ["NotSupportedError", "create", 900, { key: "cannotHold" }],
  ["ConstraintError", "create", 900, { key: "cannotHold" }],
  ["ConstraintError", "get", 900, { key: "unusable" }],
  ["UnknownError", "get", 900, { key: "unusable" }],
  ["TypeError", "create", 900, { key: "unusable" }],
  ["", "get", 900, { key: "unusable" }],
];

for (const [name, ceremony, elapsed, failure] of failures) {
  test(`${name || "an error without a name"} of ${ceremony} after ${elapsed} ms is ${failure.key}`, () => {
    assert.deepEqual(failureOf(name, { ceremony, elapsed, timeout: 60_000 }), failure);
    const error = pageError(failure);
    assert.equal(error.kind, failure.isDeclined ? "declined" : "failed");
    assert.match(error.message, /^[A-Z].*\.$/s);
  });
}

test("without a time limit nothing has timed out", () => {
  assert.equal(failureOf("NotAllowedError", { ceremony: "get", elapsed: 1e9 }).key, "notUsed");
});

test("a closed window says how to use the passkey of a phone", () => {
  for (const key of ["notUsed", "noneHere"]) assert.match(pageError({ key }).message, /QR code/);
});

test("a browser without passkeys says so, and shows nothing of its own words", async () => {
  assert.equal(isSupported(), false);
  await assert.rejects(usePasskey({ challenge: "AQ" }), { name: "PageError", message: /does not support passkeys/ });
  withBrowser({ credentials: { get: async () => { throw refused("NotAllowedError"); } } });
  await assert.rejects(usePasskey({ challenge: "AQ" }), (error) => error.kind === "declined" && !error.message.includes("words of the browser"));
});

test("capabilities come from the browser, and older browsers have the functions before it", async () => {
  assert.equal(await can("conditionalGet"), false);
  withBrowser({ capabilities: { conditionalGet: true, immediateGet: false } });
  assert.deepEqual([await can("conditionalGet"), await can("immediateGet"), await can("unknown")], [true, false, false]);
  withBrowser({ isConditionalMediationAvailable: async () => true, isUserVerifyingPlatformAuthenticatorAvailable: async () => true });
  assert.deepEqual([await can("conditionalGet"), await can("passkeyPlatformAuthenticator"), await can("conditionalCreate")], [true, true, false]);
  withBrowser({ isUserVerifyingPlatformAuthenticatorAvailable: async () => { throw refused("SecurityError"); } });
  assert.deepEqual([await can("conditionalGet"), await can("passkeyPlatformAuthenticator")], [false, false]);
});

test("a challenge is replaced two minutes before its end, and never at once", () => {
  const now = Date.parse("2026-11-23T10:00:00Z");
  assert.equal(renewalDelay("2026-11-23T10:10:00Z", now), 480_000);
  for (const time of ["2026-11-23T10:03:00Z", "2026-11-23T09:00:00Z", "soon", undefined]) assert.equal(renewalDelay(time, now), 120_000);
});

/** Settles what is ready. */
const settled = () => new Promise((resolve) => { setImmediate(resolve); });

test("the field waits with one challenge after the other until the user picks a passkey", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const [waits, picks] = [[], []];
  let number = 0;
  const field = autofill({
    begin: async () => ({ challenge: String(number += 1), expires_at: new Date(Date.now() + 600_000).toISOString() }),
    wait: ({ challenge }, signal) => new Promise((resolve, reject) => {
      waits.push({ challenge, signal, resolve });
      signal.addEventListener("abort", () => reject(refused("AbortError")));
    }),
    picked: ({ challenge }, response) => picks.push([challenge, response]),
  });
  void field.start();
  void field.start();
  await settled();
  assert.deepEqual(waits.map(({ challenge }) => challenge), ["1"]);
  context.mock.timers.tick(481_000);
  await settled();
  assert.deepEqual(waits.map(({ challenge, signal }) => [challenge, signal.aborted]), [["1", true], ["2", false]]);
  waits[1].resolve("response");
  await settled();
  assert.deepEqual(picks, [["2", "response"]]);
  context.mock.timers.tick(3_600_000);
  await settled();
  assert.equal(waits.length, 2);
});

test("another sign-in aborts the field, and the field can start again", async () => {
  const [waits, picks] = [[], []];
  const field = autofill({
    begin: async () => ({ expires_at: "" }),
    wait: (_, signal) => new Promise((resolve, reject) => {
      waits.push({ signal, resolve });
      signal.addEventListener("abort", () => reject(refused("AbortError")));
    }),
    picked: (_, response) => picks.push(response),
  });
  void field.start();
  await settled();
  field.stop();
  await settled();
  assert.equal(waits[0].signal.aborted, true);
  void field.start();
  field.stop();
  void field.start();
  await settled();
  assert.equal(waits.length, 2);
  waits[1].resolve("second");
  await settled();
  assert.deepEqual(picks, ["second"]);
});

test("a missing challenge, or a browser that refuses, ends the suggestions silently", async () => {
  let begun = 0;
  const failing = autofill({ begin: async () => { begun += 1; throw new Error("offline"); }, wait: async () => "x", picked: assert.fail });
  await failing.start();
  const refusing = autofill({ begin: async () => { begun += 1; return { expires_at: "" }; }, wait: async () => { throw refused("NotAllowedError"); }, picked: assert.fail });
  await refusing.start();
  await refusing.start();
  assert.equal(begun, 3);
});

const identity = (type, identifier, more = {}) => ({ id: type, type, identifier, ...more });
const state = (identities, user = {}, config = {}) => ({
  signed_in: true, user: { id: "u", ...user }, identities, current_session_id: null,
  config: { application_name: "Harbor", provider_name: "Harbor Notes", methods: ["passkey"], passkeys: { rp_id: "a.example" }, ...config },
});

test("authenticators show the address, or the user name, or the name of the user, or of the site", () => {
  const [email, username, phone, passkey] = [identity("email", "a@b.example"), identity("username", "ada"), identity("phone", "+44"), identity("passkey", "AQ")];
  assert.deepEqual(shownUser(state([passkey, phone, username, email], { name: "Ada" })), { name: "a@b.example", displayName: "Ada" });
  assert.deepEqual(shownUser(state([phone, username])), { name: "ada", displayName: "ada" });
  assert.deepEqual(shownUser(state([phone])), { name: "+44", displayName: "+44" });
  assert.deepEqual(shownUser(state([passkey], { name: "Ada" })), { name: "Ada", displayName: "Ada" });
  assert.deepEqual(shownUser(state([passkey])), { name: "Harbor Notes", displayName: "Harbor Notes" });
});

/** A browser that records the signals. */
function withSignals() {
  const signals = [];
  const record = (name) => ({ [name]: async (details) => { signals.push([name, details]); } });
  withBrowser({ ...record("signalUnknownCredential"), ...record("signalAllAcceptedCredentials"), ...record("signalCurrentUserDetails") });
  return signals;
}

test("after each load, the browser learns the accepted passkeys and the name of the user", async () => {
  const signals = withSignals();
  withServer({ "GET /session/passkeys": () => ({ items: [identity("passkey", "AQ"), identity("passkey", "Ag")], user_handle: "dQ", rp_id: "a.example" }) });
  await tellBrowser(state([identity("email", "a@b.example")], { name: "Ada" }));
  assert.deepEqual(signals, [
    ["signalAllAcceptedCredentials", { rpId: "a.example", userId: "dQ", allAcceptedCredentialIds: ["AQ", "Ag"] }],
    ["signalCurrentUserDetails", { rpId: "a.example", userId: "dQ", name: "a@b.example", displayName: "Ada" }],
  ]);
});

test("an empty list is a list, and an application without passkeys has no signals", async () => {
  const signals = withSignals();
  withServer({ "GET /session/passkeys": () => ({ items: [], user_handle: "dQ", rp_id: "a.example" }) });
  await tellBrowser(state([]));
  assert.deepEqual(signals, [["signalAllAcceptedCredentials", { rpId: "a.example", userId: "dQ", allAcceptedCredentialIds: [] }]]);
  withServer({ "GET /session/passkeys": () => ({ items: [identity("passkey", "AQ")], user_handle: "dQ" }) });
  await tellBrowser(state([]));
  assert.equal(signals.length, 1);
});

test("a list that could miss a new passkey is not told", async () => {
  const signals = withSignals();
  let answer = () => {};
  withServer({ "GET /session/passkeys": () => new Promise((resolve) => { answer = () => resolve({ items: [], user_handle: "dQ", rp_id: "a.example" }); }) });
  const telling = tellBrowser(state([]));
  await settled();
  await whileAdding(async () => { await tellBrowser(state([])); });
  answer();
  await telling;
  assert.deepEqual(signals, []);
  await assert.rejects(whileAdding(async () => { throw new Error("cancelled"); }), { message: "cancelled" });
  withServer({ "GET /session/passkeys": () => ({ items: [], user_handle: "dQ", rp_id: "a.example" }) });
  await tellBrowser(state([]));
  assert.equal(signals.length, 1);
});

test("a page that goes back to an app waits two seconds for the browser, and a failure does not stop it", async (context) => {
  const signals = withSignals();
  withServer({ "GET /session/passkeys": () => ({ items: [], user_handle: "dQ", rp_id: "a.example" }) });
  await tellBrowserInTime(state([]));
  assert.equal(signals.length, 1);
  replace("fetch", async () => { throw new TypeError("offline"); });
  await tellBrowserInTime(state([]));
  context.mock.timers.enable({ apis: ["setTimeout"] });
  replace("fetch", () => new Promise(() => {}));
  const telling = tellBrowserInTime(state([]));
  context.mock.timers.tick(2_000);
  await telling;
  assert.equal(signals.length, 1);
});

const refusals = [
  [new Problem(401, "invalid_challenge"), true],
  [new Problem(401, "user_not_verified"), true],
  [new Problem(403, "sign_up_closed"), true],
  [new Problem(409, "too_many_identities"), true],
  [new Problem(422, "invalid_response"), true],
  // The user was asked for a recent sign-in, and has closed it.
  [new PageError("cancelled", "Nothing was changed."), true],
  [new PageError("declined", "No passkey was created."), false],
  // An earlier request, whose answer was lost, may have added it.
  [new Problem(409, "passkey_registered"), false],
  [new Problem(401, "challenge_used"), false],
  // The next step adds it.
  [new Problem(401, "second_factor_required"), false],
  // Nothing is known.
  [new Problem(0, "unreachable"), false],
  [new Problem(404, "unexpected_answer"), false],
  [new Problem(429, "rate_limited"), false],
  [new Problem(503, "store_unavailable"), false],
  [new TypeError("a bug"), false],
];

for (const [error, isCertain] of refusals) {
  test(`the browser ${isCertain ? "forgets" : "keeps"} a new passkey after ${error.status ?? error.kind ?? ""} ${error.message}`, async () => {
    const signals = withSignals();
    assert.equal(isRefused(error), isCertain);
    const sent = register({ challenge_id: "sealed", rp: { id: "a.example" } }, { id: "AQ" }, async () => { throw error; });
    await assert.rejects(sent, (thrown) => thrown === error);
    assert.deepEqual(signals, isCertain ? [["signalUnknownCredential", { rpId: "a.example", credentialId: "AQ" }]] : []);
  });
}

test("a new passkey that the server takes is not reported", async () => {
  const signals = withSignals();
  const proofs = [];
  assert.equal(await register({ challenge_id: "sealed", rp: { id: "a.example" } }, { id: "AQ" }, async (proof) => { proofs.push(proof); return "answer"; }), "answer");
  assert.deepEqual([proofs, signals], [[{ id: "AQ", challenge_id: "sealed" }], []]);
});

test("a browser without signals, or one that refuses them, changes nothing", async () => {
  await signalUnknown("a.example", "AQ");
  withBrowser();
  await signalUnknown("a.example", "AQ");
  withBrowser({ signalUnknownCredential: async () => { throw refused("SecurityError"); } });
  await signalUnknown("a.example", "AQ");
});

test("users sign up with a passkey alone if anyone may sign up", () => {
  assert.ok(canSignUp({ sign_up: "open" }) && canSignUp({}));
  assert.ok(!canSignUp({ sign_up: "invited" }) && !canSignUp({ sign_up: "closed" }));
  assert.deepEqual(settings({ passkeys: { rp_id: "a.example" } }), { rp_id: "a.example" });
  assert.equal(settings({ passkeys: null }), undefined);
});

test("a passkey has its name, as plain text, and never its identifier", () => {
  assert.equal(nameOf(identity("passkey", "AQ", { name: "My\u202e key" })), "My key");
  assert.equal(nameOf(identity("passkey", "AQ")), "Passkey");
  assert.equal(givenNameOf(identity("passkey", "AQ", { name: "My\u202e key" })), "My key");
  assert.equal(givenNameOf(identity("passkey", "AQ")), "");
  assert.equal(userName(state([identity("passkey", "AQ"), identity("email", "a@b.example")])), "a@b.example");
  assert.equal(userName(state([identity("passkey", "AQ")])), "");
});

test("a passkey of an unknown model has a name in the language of the page", () => {
  const [, stored] = documentText("Sources/Contract/DoorwardWire/Users/WirePasskey.swift").match(/nameOfUnknownModel: String \{ "([^"]+)" \}/);
  const passkey = identity("passkey", "AQ", { name: stored });
  const english = doorwardTexts["passkeys.unnamed"];
  doorwardTexts["passkeys.unnamed"] = textsOf("he")["passkeys.unnamed"];
  try {
    assert.notEqual(nameOf(passkey), stored);
    assert.equal(nameOf(passkey), textsOf("he")["passkeys.unnamed"]);
  } finally {
    doorwardTexts["passkeys.unnamed"] = english;
  }
  assert.equal(givenNameOf(passkey), "");
});

const password = { method: "password" };
const credential = { rawId: buffer("id"), response: { clientDataJSON: buffer("{}"), attestationObject: buffer("o") } };
const options = () => ({ challenge: "AQ", challenge_id: "sealed", user: { id: "dQ" }, expires_at: "2026-11-23T10:10:00Z" });

test("after a password, the browser makes a passkey without a window, and the account has it", async () => {
  const created = [];
  withBrowser({ capabilities: { conditionalCreate: true }, credentials: { create: async (request) => { created.push(request); return credential; } } });
  const fresh = state([identity("passkey", "aWQ")]);
  const calls = withServer({ "POST /session/passkeys/registration/options": options, "POST /session/passkeys/registration": () => fresh });
  assert.deepEqual(await addSilently(state([]), password), fresh);
  assert.equal(created[0].mediation, "conditional");
  assert.deepEqual(calls[0].body, { purpose: "link" });
  assert.deepEqual([calls[1].body.conditional, calls[1].body.challenge_id, calls[1].body.id], [true, "sealed", "aWQ"]);
});

test("nothing is made after another method, without passkeys, or in a browser that cannot", async () => {
  const calls = withServer({ "POST /session/passkeys/registration/options": options });
  assert.equal(await addSilently(state([]), password), undefined);
  withBrowser({ capabilities: { conditionalCreate: true }, credentials: { create: assert.fail } });
  assert.equal(await addSilently(state([]), { method: "code" }), undefined);
  assert.equal(await addSilently(state([], {}, { passkeys: undefined }), password), undefined);
  withBrowser({ capabilities: { conditionalCreate: false }, credentials: { create: assert.fail } });
  assert.equal(await addSilently(state([]), password), undefined);
  assert.deepEqual(calls, []);
});

test("a browser that refuses, a server that refuses, and a browser that does not answer let the user continue", async (context) => {
  withBrowser({ capabilities: { conditionalCreate: true }, credentials: { create: async () => { throw refused("NotAllowedError"); } } });
  withServer({ "POST /session/passkeys/registration/options": options });
  assert.equal(await addSilently(state([]), password), undefined);
  withBrowser({ capabilities: { conditionalCreate: true }, credentials: { create: async () => credential } });
  assert.equal(await addSilently(state([]), password), undefined);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  withBrowser({ capabilities: { conditionalCreate: true }, credentials: {
    create: ({ signal }) => new Promise((_, reject) => { signal.addEventListener("abort", () => reject(refused("AbortError"))); }) } });
  const waiting = addSilently(state([]), password);
  await settled();
  await settled();
  context.mock.timers.tick(2_001);
  assert.equal(await waiting, undefined);
});

test("the page offers a passkey to a user with a password, without a passkey, on a device that can hold one", async () => {
  const known = state([identity("email", "a@b.example")], { has_password: true });
  await learnDevice();
  assert.equal(shouldOffer(known), false);
  withBrowser({ capabilities: { passkeyPlatformAuthenticator: true } });
  await learnDevice();
  assert.equal(shouldOffer(known), true);
  assert.equal(shouldOffer(state([identity("email", "a@b.example")])), false);
  assert.equal(shouldOffer(state([identity("passkey", "AQ")], { has_password: true })), false);
  assert.equal(shouldOffer(state([], { has_password: true }, { passkeys: undefined })), false);
});

const asserted = { rawId: buffer("id"), response: { clientDataJSON: buffer("{}"), authenticatorData: buffer("d"), signature: buffer("s"), userHandle: buffer("u") } };
const request = () => ({ challenge: "AQ", challenge_id: "sealed", expires_at: "2026-11-23T10:10:00Z" });

test("a browser that can asks this device first, and shows its window only after that", async () => {
  const asked = [];
  withBrowser({ capabilities: { immediateGet: true }, credentials: { get: async ({ uiMode, signal: ending }) => { asked.push([uiMode, Boolean(ending)]); return asserted; } } });
  withServer({ "POST /session/passkeys/authentication/options": request });
  const { signal } = new AbortController();
  const { options, response } = await askForPasskey({}, signal, false);
  assert.deepEqual([options.challenge_id, response.id], ["sealed", "aWQ"]);
  await askForPasskey({}, signal, true);
  withBrowser({ capabilities: { immediateGet: false }, credentials: { get: async ({ uiMode, signal: ending }) => { asked.push([uiMode, Boolean(ending)]); return asserted; } } });
  await askForPasskey({}, signal, false);
  // A page must not close the window of an immediate request.
  assert.deepEqual(asked, [["immediate", false], [undefined, true], [undefined, true]]);
});

test("the request of an app is sent with the question, and a user who has left is not signed in", async () => {
  const left = new AbortController();
  withBrowser({ credentials: { get: async () => { left.abort(); return asserted; } } });
  const calls = withServer({ "POST /session/passkeys/authentication/options": request });
  await assert.rejects(askForPasskey({ request: { ticket: "t" } }, left.signal, true), { kind: "cancelled" });
  assert.deepEqual(calls.map(({ body }) => body), [{ ticket: "t" }]);
});

test("a ceremony ends the one before, and the page closes the browser's window", async () => {
  const signals = [];
  const waiting = ({ signal }) => new Promise((_, reject) => {
    signals.push(signal);
    signal.addEventListener("abort", () => reject(refused("AbortError")));
  });
  withBrowser({ credentials: { get: waiting, create: waiting } });
  const first = usePasskey({ challenge: "AQ" });
  const second = makePasskey({ challenge: "AQ", user: { id: "dQ" } });
  await assert.rejects(first, { kind: "declined" });
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, false]);
  const page = new AbortController();
  const third = usePasskey({ challenge: "AQ" }, page.signal);
  await assert.rejects(second, { kind: "declined" });
  page.abort();
  await assert.rejects(third, { kind: "declined" });
});
