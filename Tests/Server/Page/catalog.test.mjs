// The texts of the scripts: a sentence for each error code, no unused text, blanks that are filled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { codesByPath, document } from "./openapi.mjs";
import { documentText, languages, sameTexts, swiftFiles, textsOf, webFiles, webModule, webText } from "./web.mjs";

const { catalog, kindText, sentences } = await webModule("messages/catalog.js");
const { methods } = await webModule("methods/registry.js");
/** The codes that the page itself makes. */
const own = new Set(["offline", "unreachable", "unexpected_answer"]);
/** The codes that any path can answer; the OpenAPI document does not repeat them at each route. */
const anywhere = Object.values(document["x-codes-of-every-path"]);

const texts = textsOf("en");
/** The texts that other keys show. Their own keys are no codes. */
const shared = new Set(Object.values(sameTexts));

/** The codes with a sentence in a section. @param {string} start of the keys */
const codesOf = (start) => Object.keys(texts).filter((key) => key.startsWith(start) && !shared.has(key)).map((key) => key.slice(start.length));
const errors = Object.fromEntries(codesOf("error.").map((code) => [code, texts[`error.${code}`]]));

/** The sections and the scripts that use them: one method has `methods/<name>.js` and `methods/<name>/`. */
const folders = { secondFactor: "second-factor", nearWallets: "methods/near/origin",
  ...Object.fromEntries(webFiles("methods/").flatMap((path) => (path.split("/").length > 2 ? [[path.split("/")[1], path.split("/", 2).join("/")]] : []))) };

/** The method that a route of the page belongs to. A passkey is also a second factor. */
const methodOf = (path) => methods.find((method) => path.startsWith(`/session/${method.path}/`)
  || method.path === "passkeys" && path === "/session/second-factor/verify");

test("every error code of a page route has a sentence", () => {
  const paths = codesByPath();
  assert.ok(paths.size > 15, "the OpenAPI document has the routes of the page");
  assert.deepEqual(anywhere.filter((code) => !errors[code]), []);
  const missing = [...paths].flatMap(([path, codes]) => [...codes]
    .filter((code) => !errors[code] && !methodOf(path)?.errorText(code)).map((code) => `${path}: ${code}`));
  assert.deepEqual(missing, []);
});

test("every error code of docs/errors.md that applies to the page has a sentence", () => {
  const documented = [...documentText("docs/errors.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  const onPage = new Set([...anywhere, ...[...codesByPath().values()].flatMap((codes) => [...codes])]);
  const applying = documented.filter((code) => onPage.has(code));
  assert.equal(new Set(applying).size, onPage.size, "docs/errors.md lists every code of the page");
  assert.deepEqual(applying.filter((code) => !errors[code] && !methods.some((method) => method.errorText(code))), []);
});

test("every error code of a sentence is documented and can occur on the routes of its section", () => {
  const documented = new Set([...documentText("docs/errors.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code));
  assert.ok(documented.size > 100);
  const paths = [...codesByPath()];
  const unused = ["", ...Object.keys(folders)].flatMap((section) => {
    const method = methods.find(({ path }) => section === path);
    const possible = new Set([...anywhere, ...paths.filter(([path]) => !method || methodOf(path) === method).flatMap(([, codes]) => [...codes])]);
    return codesOf(section === "" ? "error." : `${section}.error.`).filter((code) => !own.has(code) && !(documented.has(code) && possible.has(code)))
      .map((code) => `${section}: ${code}`);
  });
  assert.deepEqual(unused, []);
});

test("every text of the page is used", () => {
  // Keys of these families are put together from a value: text(`scope.${scope}`).
  const isComposed = (key) => /^scope\.|\.(step|error|advice|kind)\.|^error\./.test(key);
  const pageTexts = textsOf("en", ["page"]);
  const unused = Object.keys(pageTexts).filter((key) => !isComposed(key) && !sameTexts[key] && !isUsed(key));
  assert.deepEqual(unused, []);
  assert.ok(isUsed("signIn.title") && !isUsed("signIn.noSuchText"), "a use is found");
});

/** Whether a script names a key. A script of a section names it without the section. @param {string} key */
function isUsed(key) {
  const [section] = key.split(".");
  const folder = folders[section];
  const files = webFiles().filter((file) => file.endsWith(".js") && (!folder || file.startsWith(folder)));
  const name = folder ? key.slice(section.length + 1) : key;
  return new RegExp(`["'\`\\[ ]${name.replaceAll(".", "\\.")}["'\`,]`).test(files.map(webText).join("\n"));
}

test("every text that a script names exists", () => {
  const scripts = webFiles().filter((file) => file.endsWith(".js"));
  const sections = new Set(Object.keys(texts).map((key) => key.split(".")[0]));
  const named = scripts.flatMap((path) => [...webText(path).matchAll(/\b(?:text|parts)\("([\w.:]+)"/g)].map(([, key]) => ({ path, key })));
  assert.ok(named.length > 300, "the names are found");
  const missing = named.filter(({ path, key }) => {
    if (key in texts) return false;
    return ![...sections].some((section) => folders[section] && path.startsWith(folders[section]) && `${section}.${key}` in texts);
  });
  assert.deepEqual(missing, []);
});

test("every sentence is a sentence", () => {
  for (const [key, sentence] of Object.entries(texts)) {
    if (/(^|\.)error\./.test(key)) assert.match(String(sentence), /^[A-Z].*\.$/, key);
  }
});

test("texts are not in the scripts", () => {
  // Properties of elements that a user reads or hears.
  const properties = /(?:text|title|"aria-label"|placeholder|alt):\s*(?:"[^"]*[a-z]{2}[^"]*"|`[^`]*[a-z]{2}[^`$]*`)/;
  const calls = /(?:PageError\("\w+", |\b(?:say|toast|notice|announce|button|showProblem|showAction)\()["`][^"`]*[a-z]{2}/;
  const found = webFiles().filter((path) => path.endsWith(".js"))
    .flatMap((path) => webText(path).split("\n").filter((line) => (properties.test(line) || calls.test(line)) && !line.trim().startsWith("*")).map((line) => `${path}: ${line.trim()}`));
  assert.deepEqual(found, []);
});

test("the HTML files have no text of their own", () => {
  for (const path of webFiles().filter((file) => file.endsWith(".html"))) {
    const shown = webText(path).replace(/<(script|style)[\s\S]*?<\/\1>/g, "").split(/<[^>]*>/)
      .map((part) => part.replace(/\{\{[\w-]+\}\}/g, "").trim()).filter((part) => part !== "");
    assert.deepEqual(shown, [], path);
  }
});

test("the server gives the pages only texts of the language files", () => {
  const server = textsOf("en", ["server"]);
  const named = swiftFiles().filter((path) => path.startsWith("Sources/Server/DoorwardPages/")).flatMap((path) =>
    [...documentText(path).matchAll(/"((?:html|refusal)\.\w+)"/g)].map(([, key]) => key));
  assert.ok(named.length >= 30, "the names are found");
  assert.deepEqual(named.filter((key) => !(key in server)), []);
  assert.deepEqual(Object.keys(server).filter((key) => !named.includes(key)), []);
});

test("a blank is filled with its value", () => {
  const { text, parts } = catalog("a", { "a.greeting": "Hello {name}, {name}! {count} new.", "a.plain": "Hello." });
  assert.equal(text("greeting", { name: "Ada", count: 0 }), "Hello Ada, Ada! 0 new.");
  assert.equal(text("plain"), "Hello.");
  const node = { node: true };
  assert.deepEqual(parts("greeting", { name: node, count: "2" }), ["Hello ", node, ", ", node, "! ", "2", " new."]);
});

test("a value with braces is not filled again", () => {
  const { text } = catalog("", { greeting: "Hello {name}, {other}." });
  assert.equal(text("greeting", { name: "{other}", other: "B" }), "Hello {other}, B.");
});

test("a code that is a name of Object has no sentence", () => {
  const known = sentences("a.error", { "a.error.known": "Known." });
  assert.equal(known("known"), "Known.");
  for (const code of ["constructor", "toString", "__proto__", "unknown"]) assert.equal(known(code), undefined);
});

test("a number chooses the plural form and is written for the user's language", () => {
  const { text, parts } = catalog("", { left: { one: "One code", other: "{count} codes" } });
  assert.deepEqual([0, 1, 2, 1_000].map((count) => text("left", { count })), ["0 codes", "One code", "2 codes", "1,000 codes"]);
  assert.deepEqual(parts("left", { count: 2 }), ["2", " codes"]);
});

test("a way to sign in has a name in every language", () => {
  for (const tag of languages) {
    for (const kind of [...methods.flatMap(({ identityTypes }) => identityTypes), "authenticator", "email_codes", "sms_codes"]) {
      assert.match(kindText(kind, textsOf(tag)), /\S/, `${tag} ${kind}`);
    }
  }
  assert.equal(kindText("toString"), undefined);
});

test("every text has balanced braces", () => {
  for (const tag of languages) {
    for (const [key, text] of Object.entries(textsOf(tag))) {
      for (const form of typeof text === "string" ? [text] : Object.values(text)) assert.match(form, /^(?:[^{}]|\{\w+\})*$/, `${tag} ${key}`);
    }
  }
});

test("the plural forms of a language are those of Intl", () => {
  for (const tag of languages) {
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(textsOf(tag))) {
      if (typeof text === "object") assert.deepEqual(Object.keys(text).sort(), [...forms].sort(), `${tag} ${key}`);
    }
  }
});
