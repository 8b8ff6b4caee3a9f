// The registry of sign-in methods, and the rule that only methods/ knows them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleOf } from "./openapi.mjs";
import { installDocument } from "./small-dom.mjs";
import { webFiles, webModule, webText } from "./web.mjs";

installDocument();
const { accountAdditions, accountWays, identityLabel, identityName, methods, offeredMethods, sessionLabel } = await webModule("methods/registry.js");

const config = {
  methods: ["siwe", "near"], ethereum: { domain: "a.example", uri: "https://a.example", chains: [{ id: 1, name: "Mainnet" }] },
  near: { networks: ["mainnet"], wallet_origin: "https://wallet.a.example" },
};
const typed = {
  ...config, methods: ["password", "code", ...config.methods], password: { identifiers: ["email", "username"] }, code: { channels: ["email", "sms"] },
};
const names = (state, account = "any", purpose = "sign_in") =>
  offeredMethods({ identities: [], user: null, ...state }, account, purpose).map(({ name }) => name);

test("names, paths, identity types and names of proofs are unique", () => {
  for (const members of [methods.map(({ name }) => name), methods.map(({ path }) => path), methods.flatMap(({ identityTypes }) => identityTypes),
    methods.flatMap(({ proofNames }) => proofNames)]) assert.equal(new Set(members).size, members.length);
});

test("each method is one file of methods/ and one entry of the registry", () => {
  const files = webFiles("methods/").filter((path) => /^methods\/[\w-]+\.js$/.test(path)
    && webText(path).includes('@type {import("./method.js").SignInMethod}'));
  assert.equal(files.length, methods.length);
  const imports = [...webText("methods/registry.js").matchAll(/from "\.\/([\w-]+\.js)"/g)].map(([, file]) => `methods/${file}`);
  assert.deepEqual(imports.sort(), files.sort());
});

test("every picture is a file", () => {
  const pictures = webFiles().filter((path) => path.endsWith(".svg")).map((path) => `/assets/${path.split("/").at(-1)}`);
  for (const { path } of methods) {
    const [picture] = webText(`methods/${path}.js`).match(/\/assets\/[\w-]+\.svg/) ?? [];
    assert.ok(pictures.includes(picture), path);
  }
});

test("only methods/ mentions a method or a part of one", () => {
  // The names of the other methods are words of the page too.
  const names = methods.filter(({ canLink }) => canLink).flatMap(({ name, path }) => [name, path]);
  const forbidden = new RegExp(`wallet|ethereum|siwe|nep-?413|eip-?\\d|\\b(?:${names.join("|")})\\b`, "i");
  const found = webFiles().filter((path) => !path.startsWith("methods/"))
    .flatMap((path) => webText(path).split("\n").filter((line) => forbidden.test(line)).map((line) => `${path}: ${line.trim()}`));
  assert.deepEqual(found, []);
});

test("methods do not import the pages", () => {
  const found = webFiles("methods/").filter((path) => /from "(?:\.\.\/)+(?:account|authorization|device|sign-in)\//.test(webText(path)));
  assert.deepEqual(found, []);
});

test("every method needs its name and its settings in the configuration of the page", () => {
  const full = sampleOf("PageConfiguration");
  const every = methods.map(({ name }) => name);
  assert.deepEqual([...full.methods].sort(), [...every].sort());
  assert.deepEqual(names({ config: full }), every);
  for (const { name, path } of methods) {
    const others = every.filter((other) => other !== name);
    assert.deepEqual(names({ config: { ...full, methods: others } }), others);
    for (const missing of [null, undefined]) assert.deepEqual(names({ config: { ...full, [path]: missing } }), others);
  }
});

test("the texts of every method are complete", () => {
  for (const method of methods) {
    assert.notEqual(method.sessionLabel(), "");
    for (const name of method.proofNames) assert.equal(sessionLabel([name]), method.sessionLabel());
    for (const type of method.identityTypes) assert.notEqual(identityLabel({ type, identifier: "x" }), "");
  }
});

test("a method is offered if the application lists it and the page has its settings", () => {
  assert.deepEqual(names({ config }), ["siwe", "near"]);
  assert.deepEqual(names({ config: { ...config, methods: ["near"] } }), ["near"]);
  assert.deepEqual(names({ config: { ...config, ethereum: null } }), ["near"]);
  assert.deepEqual(names({ config: { ...config, near: { networks: ["mainnet"], wallet_origin: null } } }), ["siwe"]);
  assert.deepEqual(names({ config: { ...config, methods: ["passkey"] } }), []);
});

test("to confirm the user, a method needs an identity of the account", () => {
  const identities = [{ id: "1", type: "near", identifier: "ada.near" }];
  assert.deepEqual(names({ config, identities }, "linked"), ["near"]);
  assert.deepEqual(names({ config, identities }, "other"), ["siwe", "near"]);
  assert.deepEqual(names({ config }, "linked"), []);
});

test("a password confirms a user who has one and an identifier, and a code a user with an address", () => {
  const [email, username] = [{ id: "1", type: "email", identifier: "a@b.example" }, { id: "2", type: "username", identifier: "ada" }];
  const linked = (has_password, ...identities) => names({ config: typed, identities, user: { id: "u", has_password } }, "linked");
  assert.deepEqual(linked(true, email), ["code", "password"]);
  assert.deepEqual(linked(false, email), ["code"]);
  assert.deepEqual(linked(true, username), ["password"]);
  assert.deepEqual(linked(true), []);
});

test("passwords and codes are not added as ways to sign in", () => {
  assert.deepEqual(names({ config: typed }), ["code", "password", "siwe", "near"]);
  assert.deepEqual(names({ config: typed }, "any", "link"), ["siwe", "near"]);
});

test("passkeys sign in a user who has one, and are added on the account page", () => {
  const offering = { methods: ["passkey", "near"], near: config.near, passkeys: { rp_id: "a.example" } };
  assert.deepEqual(names({ config: offering }), ["passkey", "near"]);
  assert.deepEqual(names({ config: offering }, "any", "link"), ["near"]);
  assert.deepEqual(names({ config: offering }, "linked"), []);
  assert.deepEqual(names({ config: offering, identities: [{ id: "1", type: "passkey", identifier: "AQ" }] }, "linked"), ["passkey"]);
});

const identities = [
  { id: "1", type: "near", identifier: "ada.near" }, { id: "2", type: "passkey", identifier: "AQ", name: "Phone" },
  { id: "3", type: "fingerprint", identifier: "unknown to this page" }, { id: "4", type: "email", identifier: "ada@example.com" },
  { id: "5", type: "phone", identifier: "+4915123456789" }, { id: "6", type: "username", identifier: "ada" },
];
const everything = { ...sampleOf("PageConfiguration"), ...typed, methods: methods.map(({ name }) => name) };
const accountOf = (own, has_password = true, config = everything) => ({ state: () => ({ config, identities: own, user: { id: "u", has_password } }) });

test("all ways to sign in are in one list, in the order of the methods", () => {
  const shown = (page) => accountWays(page).map((row) => row.find("passkey-label")?.textContent
    ?? row.find("identifier")?.textContent ?? row.children[1].children[0].textContent);
  const ordered = ["ada@example.com", "+4915123456789", "Password", "ada", "Phone", "ada.near", "unknown to this page"];
  assert.deepEqual(shown(accountOf(identities)), ordered);
  // Without their methods, identities have no button but the one to remove them.
  const withdrawn = accountOf(identities, true, { ...everything, methods: [] });
  assert.deepEqual(shown(withdrawn), ["ada@example.com", "+4915123456789", "ada", "Phone", "ada.near", "unknown to this page"]);
  for (const row of accountWays(withdrawn)) assert.ok(row.find("unlink") && !row.find("rename-passkey") && !row.find("change-email"));
});

test("the only way to sign in cannot be removed", () => {
  for (const identity of identities) {
    for (const row of accountWays(accountOf([identity]))) assert.ok(!["unlink", "remove-passkey", "remove-username"].some((id) => row.find(id)));
  }
});

test("only a way that the user does not have can be added, and as many passkeys as the user likes", () => {
  const added = (own, has_password) => accountAdditions(accountOf(own, has_password)).map(({ testid }) => testid);
  assert.deepEqual(added([], false), ["add-email", "add-phone_number", "add-username", "add-passkey"]);
  assert.deepEqual(added([identities[3]], false), ["add-phone_number", "add-password", "add-username", "add-passkey"]);
  assert.deepEqual(added(identities, true), ["add-passkey"]);
});

test("a phone number runs from left to right in every language", () => {
  const [row] = accountWays(accountOf([identities[4]], false));
  assert.equal(row.find("identifier").getAttribute("dir"), "ltr");
});

test("an identity has the name that the user gave it", () => {
  assert.deepEqual(identities.slice(0, 2).map(identityName), ["ada.near", "Phone"]);
});

test("an identity has the label of its method", () => {
  const label = (identity) => identityLabel({ identifier: "x", ...identity });
  assert.equal(label({ type: "ethereum" }), "Ethereum");
  assert.equal(label({ type: "near", network: "testnet" }), "NEAR testnet");
  assert.equal(label({ type: "near", network: null }), "NEAR");
  assert.equal(label({ type: "email" }), "Email");
  assert.equal(label({ type: "phone" }), "Phone");
  assert.equal(label({ type: "username" }), "User name");
});

test("an identity of an unknown method shows its type as plain text", () => {
  assert.equal(identityLabel({ type: "new\u202eone", identifier: "x" }), "new one");
});

test("a session names the methods that opened it", () => {
  assert.equal(sessionLabel(["siwe"]), "Ethereum wallet");
  assert.equal(sessionLabel(["siwe", "near"]), "Ethereum wallet, NEAR wallet");
  assert.equal(sessionLabel(["pwd"]), "Password");
  assert.equal(sessionLabel(["otp"]), "Code");
  assert.equal(sessionLabel(["pwd", "passkey"]), "Password, Passkey");
  assert.equal(sessionLabel(["hwk", "unknown"]), "");
  for (const amr of [undefined, null, "siwe", {}]) assert.equal(sessionLabel(amr), "");
});
