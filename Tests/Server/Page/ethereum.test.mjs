// Sign-In with Ethereum: wallets that announce themselves, accounts, chains, errors and encoding.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { webModule } from "./web.mjs";

const { WalletList, checkedWallet } = await webModule("methods/ethereum/discovery.js");
const { addresses, chooseAccount, decideAccount } = await webModule("methods/ethereum/accounts.js");
const { chainToName, hexOfText, isSignature } = await webModule("methods/ethereum/proof.js");
const { WalletError, ask, meaningOf, watch } = await webModule("methods/ethereum/provider.js");

const [ada, bob, eve] = ["a", "b", "e"].map((digit) => `0x${digit.repeat(40)}`);
const linked = [{ id: "1", type: "ethereum", identifier: ada.toUpperCase().replace("0X", "0x") }];
const wish = (more) => ({ purpose: "sign_in", account: "any", identities: linked, ...more });

const decisions = [
  ["a sign-in takes the first account", wish(), [bob, ada], { address: bob }],
  ["a wallet without accounts is refused", wish(), [], { problem: "noAccount" }],
  ["another account is not the linked one", wish({ account: "other" }), [ada, bob], { address: bob }],
  ["another account is wanted and only the linked one is offered", wish({ account: "other" }), [ada], { problem: "sameAccount" }],
  ["a linked account confirms the user", wish({ account: "linked" }), [bob, ada], { address: ada }],
  ["an account that is not linked cannot confirm the user", wish({ account: "linked" }), [bob], { problem: "notLinked" }],
  ["a new account is linked", wish({ purpose: "link" }), [bob, ada], { address: bob }],
  ["a linked account is not linked again", wish({ purpose: "link" }), [ada, bob], { problem: "allLinked" }],
  ["only the account of the offer is moved", wish({ purpose: "link", moving: bob.toUpperCase() }), [ada, bob], { address: bob }],
  ["no other account is moved", wish({ purpose: "link", moving: bob }), [ada, eve], { problem: "notMoved" }],
  ["an account of another method is not linked", wish({ purpose: "link", identities: [{ ...linked[0], type: "near" }] }), [ada], { address: ada }],
];

for (const [name, wanted, offered, decision] of decisions) {
  test(name, () => assert.deepEqual(decideAccount(wanted, offered), decision));
}

test("only addresses are read from a wallet's answer", () => {
  assert.deepEqual(addresses([ada, "0x12", 7, null, `${bob}0`]), [ada]);
  for (const answer of [undefined, null, ada, {}, 7]) assert.deepEqual(addresses(answer), []);
});

/** A wallet that answers by method. An answer is a value, or a function that may throw. */
const wallet = (answers) => {
  const calls = [];
  const provider = {
    request: async ({ method }) => {
      calls.push(method);
      if (!(method in answers)) throw Object.assign(new Error("Unsupported method."), { code: 4200 });
      return typeof answers[method] === "function" ? answers[method]() : answers[method];
    },
  };
  return { calls, wallet: { uuid: "u", name: "Test Fox", icon: null, rdns: "org.example.fox", provider } };
};
const never = new AbortController().signal;

test("a wallet whose account is linked is asked for another account", async () => {
  const said = [];
  const fox = wallet({ eth_requestAccounts: [ada], wallet_requestPermissions: [], eth_accounts: [ada, bob] });
  assert.equal(await chooseAccount(fox.wallet, wish({ purpose: "link" }), (text) => said.push(text), never), bob);
  assert.deepEqual(fox.calls, ["eth_requestAccounts", "wallet_requestPermissions", "eth_accounts"]);
  assert.equal(said.length, 1);
});

test("a wallet that cannot be asked for another account offers its present one", async () => {
  const fox = wallet({ eth_requestAccounts: [bob] });
  assert.equal(await chooseAccount(fox.wallet, wish({ account: "other" }), () => {}, never), bob);
  assert.deepEqual(fox.calls, ["wallet_requestPermissions", "eth_requestAccounts"]);
});

test("a user who declines to choose another account is not asked again", async () => {
  const decline = () => { throw Object.assign(new Error("no"), { code: 4001 }); };
  const fox = wallet({ eth_requestAccounts: [bob], wallet_requestPermissions: decline });
  await assert.rejects(chooseAccount(fox.wallet, wish({ account: "other" }), () => {}, never), { kind: "declined" });
  assert.deepEqual(fox.calls, ["wallet_requestPermissions"]);
});

test("a wallet whose every account is linked is explained", async () => {
  const fox = wallet({ eth_requestAccounts: [ada], wallet_requestPermissions: [], eth_accounts: [ada] });
  await assert.rejects(chooseAccount(fox.wallet, wish({ purpose: "link" }), () => {}, never),
    { message: "Every account that Test Fox offers is linked already. Switch to another account in Test Fox and try again." });
});

const chains = [{ id: 1, name: "Mainnet" }, { id: 137, name: "Polygon" }];

for (const [current, chain] of [["0x89", 137], ["0x1", 1], [137, 137], ["0xa", 1], [undefined, 1], ["nonsense", 1]]) {
  test(`a wallet on chain ${current} names chain ${chain}`, () => assert.equal(chainToName(chains, current), chain));
}

test("a site without chains names no chain", () => assert.equal(chainToName([], "0x1"), undefined));

const meanings = [
  [{ code: 4001 }, "declined"], [{ code: -32603, data: { originalError: { code: 4001 } } }, "declined"], [{ cause: { code: -32002 } }, "pending"],
  [{ code: 4200 }, "unsupported"], [{ data: { code: -32601 } }, "unsupported"], [{ code: 4100 }, "notAllowed"], [{ code: 4901 }, "disconnected"],
  [{ code: "4001" }, undefined], [{ message: "x" }, undefined], [null, undefined], ["text", undefined],
];

for (const [error, meaning] of meanings) {
  test(`the wallet's error ${JSON.stringify(error)} means ${meaning}`, () => assert.equal(meaningOf(error), meaning));
}

test("the words of a wallet are quoted as plain text", () => {
  assert.equal(new WalletError({ message: "\u202eBad\nthing" }, "Fox").message, "Fox could not do it. It said: “Bad thing”");
  assert.equal(new WalletError(undefined, "Fox").message, "Fox could not do it and gave no reason.");
  assert.equal(new WalletError({ code: 4001 }, "Fox").kind, "declined");
});

test("a wallet that throws at once is an error like any other", async () => {
  const fox = { name: "Fox", provider: { request: () => { throw Object.assign(new Error("no"), { code: 4001 }); } } };
  await assert.rejects(ask(fox, "eth_accounts", [], never), { kind: "declined" });
});

test("a wallet whose events throw does not stop the flow", () => {
  const fail = () => { throw new Error("no events"); };
  watch({ provider: { on: fail } }, "accountsChanged", () => {})();
  watch({ provider: { on: () => {}, removeListener: fail } }, "accountsChanged", () => {})();
  watch({ provider: {} }, "accountsChanged", () => {})();
});

test("a message is sent as the hexadecimal digits of its UTF-8 bytes", () => {
  assert.equal(hexOfText("Aé€😀\n"), "0x41c3a9e282acf09f98800a");
  assert.equal(hexOfText(""), "0x");
});

test("a signature is at least 64 bytes in hexadecimal digits", () => {
  assert.ok(isSignature(`0x${"ab".repeat(65)}`));
  for (const answer of [`0x${"ab".repeat(63)}`, `0x${"ab".repeat(65)}c`, "ab".repeat(65), null, {}, 7]) assert.ok(!isSignature(answer), String(answer));
});

const provider = () => ({ request: async () => [] });
const info = (more) => ({ uuid: "00000000-0000-4000-8000-00000000000A", name: "Fox", icon: "data:image/png;base64,AA==", rdns: "org.Example.fox", ...more });

test("an announcement is copied and frozen", () => {
  const detail = { info: info(), provider: provider() };
  const wallet = checkedWallet(detail);
  detail.info.name = "Attacker";
  assert.deepEqual([wallet.name, wallet.rdns, wallet.uuid], ["Fox", "org.example.fox", "00000000-0000-4000-8000-00000000000a"]);
  assert.ok(Object.isFrozen(wallet));
});

for (const [name, detail] of Object.entries({
  "no detail": undefined, "null": null, "no info": { provider: provider() }, "no provider": { info: info() }, "a provider without request": { info: info(), provider: {} },
  "a bad id": { info: info({ uuid: "not-a-uuid" }), provider: provider() }, "a bad domain": { info: info({ rdns: "javascript:alert(1)" }), provider: provider() },
  "no name": { info: info({ name: "\u200b" }), provider: provider() }, "a getter that throws": { get info() { throw new Error("trap"); } },
})) {
  test(`an announcement with ${name} is ignored`, () => assert.equal(checkedWallet(detail), null));
}

for (const icon of ["javascript:alert(1)", "https://tracker.example/icon.png", "data:text/html,<script>", 7, `data:image/png;base64,${"A".repeat(262_144)}`]) {
  test(`an icon is not taken: ${String(icon).slice(0, 30)}`, () => assert.equal(checkedWallet({ info: info({ icon }), provider: provider() })?.icon, null));
}

test("the first announcement of an id and of a provider stays", () => {
  const list = new WalletList();
  const fox = provider();
  assert.ok(list.add({ info: info(), provider: fox }));
  assert.ok(!list.add({ info: info({ name: "Attacker", uuid: info().uuid.toLowerCase() }), provider: provider() }));
  assert.ok(!list.add({ info: info({ uuid: "00000000-0000-4000-8000-00000000000b" }), provider: fox }));
  assert.deepEqual(list.choices(undefined).map(({ name }) => name), ["Fox"]);
});

test("the list of wallets is bounded", () => {
  const list = new WalletList();
  for (let index = 0; index < 100; index += 1) list.add({ info: info({ uuid: randomUUID() }), provider: provider() });
  assert.equal(list.choices(undefined).length, 40);
});

test("the older global wallet counts only if no wallet has announced itself", () => {
  const list = new WalletList();
  assert.deepEqual(list.choices(provider()).map(({ name }) => name), ["Browser wallet"]);
  assert.deepEqual(list.choices({}), []);
  list.add({ info: info(), provider: provider() });
  assert.deepEqual(list.choices(provider()).map(({ name }) => name), ["Fox"]);
});
