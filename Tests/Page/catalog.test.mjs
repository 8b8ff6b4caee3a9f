// The catalogs: a sentence for each error code, no unused text, blanks that are filled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { codesByPath } from "./openapi.mjs";
import { documentText, swiftFiles, webFiles, webModule, webText } from "./web.mjs";

const { errors, texts } = await webModule("messages/en.js");
const { catalog, errorCatalog } = await webModule("messages/catalog.js");
const { methods } = await webModule("methods/registry.js");
/** The codes that the page itself makes. */
const own = new Set(["offline", "unreachable", "unexpected_answer"]);
/** The codes that any path can answer; the OpenAPI document does not repeat them at each route. */
const anywhere = ["start_failed", "not_found", "method_not_allowed"];

/** The catalogs of the page and of its sign-in methods: the path of the file and its texts. */
const catalogs = await Promise.all(webFiles().filter((path) => path.endsWith("/en.js"))
  .map(async (path) => ({ path, folder: path.slice(0, -"en.js".length), ...(await webModule(path)) })));

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

test("every error code of a sentence is documented and can occur on the routes of its catalog", () => {
  const documented = new Set([...documentText("docs/errors.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code));
  assert.ok(documented.size > 100);
  const paths = [...codesByPath()];
  const unused = catalogs.filter((one) => one.errors).flatMap(({ folder, errors: sentences }) => {
    const method = methods.find(({ path }) => folder === `methods/${path}/`);
    const possible = new Set([...anywhere, ...paths.filter(([path]) => !method || methodOf(path) === method).flatMap(([, codes]) => [...codes])]);
    return Object.keys(sentences).filter((code) => !own.has(code) && !(documented.has(code) && possible.has(code)));
  });
  assert.deepEqual(unused, []);
});

test("every text of a catalog is used", () => {
  for (const { path, folder, texts: own } of catalogs) {
    // The page's catalog is for every script; the one of a method is for methods/<name>.js and methods/<name>/.
    const users = folder === "messages/" ? "" : folder.replace(/\/$/, "");
    const files = webFiles().filter((file) => file.startsWith(users) && file !== path && file.endsWith(".js"));
    const scripts = files.map(webText).join("\n");
    // Keys of these families are put together from a value: text(`scope.${scope}`).
    const isComposed = (key) => /^(scope|step)\./.test(key) || key.startsWith("html.");
    const unused = Object.keys(own).filter((key) => !isComposed(key) && !new RegExp(`["'\`\\[ ]${key.replace(".", "\\.")}["'\`,]`).test(scripts));
    assert.deepEqual(unused, [], path);
  }
});

test("every sentence is a sentence", () => {
  for (const { path, errors: sentences = {} } of catalogs) {
    for (const [code, sentence] of Object.entries(sentences)) assert.match(sentence, /^[A-Z].*\.$/, `${path}: ${code}`);
  }
});

test("texts are not in the scripts", () => {
  // Properties of elements that a user reads or hears.
  const properties = /(?:text|title|"aria-label"|placeholder|alt):\s*(?:"[^"]*[a-z]{2}[^"]*"|`[^`]*[a-z]{2}[^`$]*`)/;
  const calls = /(?:PageError\("\w+", |\b(?:say|toast|notice|announce|button|showProblem|showAction)\()["`][^"`]*[a-z]{2}/;
  const found = webFiles().filter((path) => path.endsWith(".js") && !path.endsWith("/en.js"))
    .flatMap((path) => webText(path).split("\n").filter((line) => (properties.test(line) || calls.test(line)) && !line.trim().startsWith("*")).map((line) => `${path}: ${line.trim()}`));
  assert.deepEqual(found, []);
});

test("the HTML files have only texts of a catalog", () => {
  const known = new Set(catalogs.flatMap(({ texts: own }) => Object.values(own)));
  for (const path of webFiles().filter((file) => file.endsWith(".html"))) {
    const shown = webText(path).replace(/<(script|style)[\s\S]*?<\/\1>/g, "").split(/<[^>]*>/)
      .map((part) => part.replace(/\{\{[\w-]+\}\}/g, "").trim()).filter((part) => part !== "");
    assert.deepEqual(shown.filter((part) => !known.has(part)), [], path);
  }
});

test("the server gives the pages only titles of the catalog", () => {
  const titles = swiftFiles().flatMap((path) => [...documentText(path).matchAll(/\bHostedPage\(\s*"([^"]+)"/g)].map(([, title]) => title));
  assert.ok(titles.length >= 4, "the titles are found");
  assert.deepEqual(titles.filter((title) => !Object.values(texts).includes(title)), []);
});

test("a blank is filled with its value", () => {
  const { text, parts } = catalog({ en: { greeting: "Hello {name}, {name}! {count} new.", plain: "Hello." } });
  assert.equal(text("greeting", { name: "Ada", count: 0 }), "Hello Ada, Ada! 0 new.");
  assert.equal(text("plain"), "Hello.");
  const node = { node: true };
  assert.deepEqual(parts("greeting", { name: node, count: "2" }), ["Hello ", node, ", ", node, "! ", "2", " new."]);
});

test("a value with braces is not filled again", () => {
  const { text } = catalog({ en: { greeting: "Hello {name}, {other}." } });
  assert.equal(text("greeting", { name: "{other}", other: "B" }), "Hello {other}, B.");
});

test("a code that is a name of Object has no sentence", () => {
  const sentences = errorCatalog({ en: { known: "Known." } });
  assert.equal(sentences("known"), "Known.");
  for (const code of ["constructor", "toString", "__proto__", "unknown"]) assert.equal(sentences(code), undefined);
});

test("every text has balanced braces", () => {
  for (const [key, text] of Object.entries(texts)) assert.match(text, /^(?:[^{}]|\{\w+\})*$/, key);
});
