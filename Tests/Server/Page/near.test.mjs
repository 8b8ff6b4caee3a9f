// Sign-in with NEAR: the conversation with the wallet frame, the list of wallets, and the forms of signatures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { Conversation, keptFor } = await webModule("methods/near/conversation.js");
const { problemOfSigner } = await webModule("methods/near/account.js");
const { networks } = await webModule("methods/near/proof.js");
const { bytesOfBase64, requestOf } = await webModule("methods/near/origin/request.js");
const { explained, opened, signatureText, signedOf } = await webModule("methods/near/origin/signature.js");
const { checkedManifest } = await webModule("methods/near/origin/manifest.js");
const { canSign } = await webModule("methods/near/origin/sign.js");
const { ordered } = await webModule("methods/near/origin/view.js");

const now = Date.parse("2026-01-01T00:00:00Z");
const challenge = { message: "Sign in", recipient: "a.example", nonce: `${"A".repeat(43)}=`, network: "mainnet", expires_at: "2026-01-01T00:05:00Z" };
const answer = { account_id: "ada.near", public_key: "ed25519:key", signature: "c2ln", wallet_id: "one" };

/** A conversation in which the frame has one challenge. */
const begun = () => {
  const conversation = new Conversation("id");
  conversation.receive({ type: "doorward.ask", id: "id" });
  const given = conversation.give(challenge, now);
  return { conversation, number: given.number, given };
};
const type = (conversation, said) => conversation.receive(said).type;

test("a frame is greeted once", () => {
  const conversation = new Conversation("id");
  assert.deepEqual([1, 2].map(() => type(conversation, { type: "doorward.ready" })), ["greet", "ignore"]);
});

test("a frame gets a challenge when it asks", () => {
  const { given } = begun();
  assert.deepEqual(given, {
    type: "doorward.challenge", id: "id", number: 1, message: "Sign in", recipient: "a.example", nonce: challenge.nonce,
    callback_url: undefined, kept_for: 120_000,
  });
});

test("a frame that asks twice before the answer gets one challenge", () => {
  const conversation = new Conversation("id");
  assert.deepEqual([1, 2].map(() => type(conversation, { type: "doorward.ask", id: "id" })), ["ask", "ignore"]);
  conversation.give(challenge, now);
  assert.equal(type(conversation, { type: "doorward.ask", id: "id" }), "ask");
});

test("a frame gets twenty challenges", () => {
  const conversation = new Conversation("id");
  for (let count = 0; count < 20; count += 1) {
    assert.equal(type(conversation, { type: "doorward.ask", id: "id" }), "ask");
    conversation.give(challenge, now);
  }
  assert.equal(type(conversation, { type: "doorward.ask", id: "id" }), "tooMany");
});

test("a signature belongs to the challenge of its number", () => {
  const { conversation, number } = begun();
  assert.deepEqual(conversation.receive({ type: "doorward.chosen", id: "id", number }), { type: "chosen", challenge });
  assert.deepEqual(conversation.receive({ type: "doorward.signed", id: "id", number, ...answer }), { type: "signed", challenge, signed: answer });
});

for (const [name, said, expected] of [
  ["of another opening", { type: "doorward.signed", id: "other", number: 1, ...answer }, "ignore"],
  ["over a challenge that was not given", { type: "doorward.signed", id: "id", number: 2, ...answer }, "ignore"],
  ["without an account", { type: "doorward.signed", id: "id", number: 1, ...answer, account_id: 7 }, "unreadable"],
  ["without a signature", { type: "doorward.signed", id: "id", number: 1, ...answer, signature: "" }, "unreadable"],
  ["with a key that is too long", { type: "doorward.signed", id: "id", number: 1, ...answer, public_key: "k".repeat(257) }, "unreadable"],
]) {
  test(`a signature ${name}: ${expected}`, () => assert.equal(type(begun().conversation, said), expected));
}

for (const said of [undefined, null, 7, "doorward.ready", [], {}, { type: "doorward.cancelled" }, { type: "doorward.cancelled", id: "other" },
  { type: "doorward.new", id: "id", number: 1 }, { type: "doorward.ask" }]) {
  test(`a message is ignored: ${JSON.stringify(said)}`, () => assert.equal(type(begun().conversation, said), "ignore"));
}

test("the user can cancel in the frame", () => assert.equal(type(begun().conversation, { type: "doorward.cancelled", id: "id" }), "cancel"));

for (const [expires, kept] of [["2026-01-01T00:05:00Z", 120_000], ["2026-01-01T00:01:00Z", 30_000], ["2025-12-31T23:59:00Z", 0]]) {
  test(`a challenge until ${expires} waits ${kept} ms for a choice`, () => assert.equal(keptFor({ ...challenge, expires_at: expires }, now), kept));
}

const identities = [{ id: "1", type: "near", identifier: "ada.near", network: "mainnet" }];
const wish = (more) => ({ purpose: "sign_in", account: "any", network: "mainnet", identities, ...more });

for (const [name, wanted, signer, problem] of [
  ["any account signs in", wish(), "bob.near", undefined],
  ["a linked account confirms the user", wish({ account: "linked" }), "ada.near", undefined],
  ["another account cannot confirm the user", wish({ account: "linked" }), "bob.near", "notLinked"],
  ["the same name on another network is another account", wish({ account: "linked", network: "testnet" }), "ada.near", "notLinked"],
  ["the signed-in account is not another one", wish({ account: "other" }), "ada.near", "sameAccount"],
  ["a linked account is not linked again", wish({ purpose: "link" }), "ada.near", "alreadyLinked"],
  ["a new account is linked", wish({ purpose: "link" }), "bob.near", undefined],
  ["only the account of the offer is moved", wish({ purpose: "link", moving: "bob.near" }), "eve.near", "notMoved"],
  ["the account of the offer is moved", wish({ purpose: "link", moving: "bob.near" }), "bob.near", undefined],
]) {
  test(name, () => assert.equal(problemOfSigner(wanted, signer), problem));
}

test("a network without wallets is not offered", () => {
  assert.deepEqual(networks({ near: { networks: ["mainnet", "private", "testnet"], wallet_origin: "https://w.example" } }), ["mainnet", "testnet"]);
  assert.deepEqual(networks({}), []);
});

test("the frame reads a challenge of 32 bytes", () => {
  const request = requestOf({ number: 1, message: "m", recipient: "r", nonce: challenge.nonce, callback_url: "https://a.example" });
  assert.equal(request.nonce.length, 32);
  assert.equal(request.callbackUrl, "https://a.example");
});

for (const [name, change] of Object.entries({
  "a nonce of 31 bytes": { nonce: btoa("x".repeat(31)) }, "a nonce that is not base64": { nonce: "*".repeat(44) }, "no message": { message: "" },
  "a message that is too long": { message: "m".repeat(16_385) }, "no recipient": { recipient: undefined }, "a number that is a text": { number: "1" },
})) {
  test(`the frame refuses a challenge with ${name}`, () =>
    assert.equal(requestOf({ number: 1, message: "m", recipient: "r", nonce: challenge.nonce, ...change }), null));
}

test("base64 becomes bytes", () => {
  assert.deepEqual([...bytesOfBase64("AP/+")], [0, 255, 254]);
  assert.equal(bytesOfBase64("*"), null);
});

const bytes = Uint8Array.from({ length: 64 }, (_, index) => index * 4);
const standard = Buffer.from(bytes).toString("base64");

for (const [name, value] of Object.entries({
  "standard base64": standard, "base64url": Buffer.from(bytes).toString("base64url"), "bytes": bytes, "an array": [...bytes],
  "a Buffer as JSON": JSON.parse(JSON.stringify(Buffer.from(bytes))),
})) {
  test(`a signature as ${name} is read`, () => assert.equal(signatureText(value), standard));
}

for (const value of [undefined, null, "", "*", standard.slice(0, 40), new Uint8Array(66), {}]) {
  test(`this is not a signature: ${JSON.stringify(value)?.slice(0, 30)}`, () => assert.equal(signatureText(value), ""));
}

test("an answer is an object or its JSON", () => {
  assert.deepEqual(opened('{"a":1}'), { a: 1 });
  assert.equal(opened("{"), null);
  assert.equal(opened(`"${"x".repeat(20_000)}"`), null);
});

const fox = { id: "fox", name: "Fox" };

test("the account of an answer may come from the connection", () => {
  const signed = signedOf({ signature: standard }, { accountId: "ada.near", publicKey: "ed25519:key" }, fox);
  assert.deepEqual(signed, { account_id: "ada.near", public_key: "ed25519:key", signature: standard, wallet_id: "fox" });
});

test("an answer without a key is explained", () => {
  assert.throws(() => signedOf({ signature: standard, accountId: "ada.near" }, null, fox), { message: /did not say with which key/ });
  assert.throws(() => signedOf({ accountId: "ada.near" }, null, fox), { message: /without a signature that can be read/ });
});

for (const [error, kind, words] of [
  [new Error("User rejected"), "declined", /You stopped in Fox\. Nothing was signed\./], ["Window closed", "declined", /You stopped/],
  [new Error("Method not found"), "failed", /cannot sign messages/], [new Error("Boom\u202e\n"), "failed", /It said: “Boom”$/],
  [undefined, "failed", /gave no reason/], [{ message: 7 }, "failed", /It said: “7”$/],
]) {
  test(`an error of a wallet in words: ${words}`, () => {
    const explanation = explained(error, "Fox");
    assert.equal(explanation.kind, kind);
    assert.match(explanation.message, words);
  });
}

const page = "https://wallet.a.example/near";
const entry = (more) => ({
  id: "one", name: "One", type: "sandbox", version: "1.0.0", executor: "https://one.example/executor.js", icon: "https://one.example/icon.png",
  website: "https://one.example", features: { signMessage: true, odd: "yes" }, permissions: {}, ...more,
});
const only = (more, at = page) => checkedManifest({ wallets: [entry(more)] }, at).wallets[0];

test("only objects of extensions can be called from a wallet's code", () => {
  const { permissions } = only({ permissions: {
    storage: true, clipboardRead: "yes", external: ["window", "parent", "webkit.messageHandlers.x", "okxwallet.near"],
    allowsOpen: ["javascript:alert(1)", "https://one.example", "near-mobile-wallet://", "nonsense", 7],
  } });
  assert.deepEqual(permissions, { storage: true, external: ["okxwallet.near"], allowsOpen: ["https://one.example", "near-mobile-wallet://"] });
});

for (const change of [{ executor: "javascript:alert(1)" }, { executor: "http://one.example/x.js" }, { type: "injected" }, { id: "../one" },
  { name: "\u200b" }, { version: 1 }, { executor: undefined }]) {
  test(`an entry is dropped: ${JSON.stringify(change)}`, () => assert.equal(only(change), undefined));
}

test("loopback is trusted only from loopback", () => {
  const executor = "http://127.0.0.1:8080/executor.js";
  assert.equal(only({ executor }), undefined);
  assert.equal(only({ executor }, "http://localhost:8788/near")?.executor, executor);
});

test("an icon and a website that cannot be trusted are dropped", () => {
  const { icon, website, features } = only({ icon: "javascript:alert(1)", website: "http://one.example" });
  assert.deepEqual([icon, website, features], ["", "", { signMessage: true }]);
});

test("the list is bounded and the first entry of an id stays", () => {
  const many = Array.from({ length: 150 }, (_, index) => entry({ id: `w${index}` }));
  assert.equal(checkedManifest({ wallets: many }, page).wallets.length, 100);
  assert.deepEqual(checkedManifest({ wallets: [entry(), entry({ name: "Attacker" })] }, page).wallets.map(({ name }) => name), ["One"]);
  for (const manifest of [undefined, null, 7, { wallets: {} }]) assert.deepEqual(checkedManifest(manifest, page).wallets, []);
});

test("the last used wallet is first and wallets that cannot sign are last", () => {
  const wallet = (id, features) => ({ manifest: { id, features } });
  const wallets = [wallet("none", { signAndSendTransaction: true }), wallet("a", { signMessage: true }), wallet("b"), wallet("c", { signInAndSignMessage: true })];
  assert.deepEqual(ordered(wallets, "b").map(({ manifest }) => manifest.id), ["b", "a", "c", "none"]);
  assert.deepEqual(ordered(wallets, undefined).map(({ manifest }) => manifest.id), ["a", "b", "c", "none"]);
  assert.deepEqual(wallets.map(canSign), [false, true, true, true]);
});
