// The folders of the dashboard import each other in one direction, its addresses are those of the server, and screens have no texts.

import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { dashboardModule, repositoryText, scripts, scriptText } from "./dashboard.mjs";

const { english } = await dashboardModule("texts/english.js");
const folder = (path) => (path.includes("/") ? path.split("/")[0] : "pages");

/** The folders that each folder imports. @type {Map<string, Set<string>>} */
const imports = new Map();
for (const path of scripts()) {
  for (const [, address] of scriptText(path).matchAll(/^import .* from "([^"]+)";$/gm)) {
    const imported = folder(posix.join(posix.dirname(path), address));
    if (imported !== folder(path)) imports.set(folder(path), (imports.get(folder(path)) ?? new Set()).add(imported));
  }
}

const circles = (from, way = []) => (way.includes(from) ? [[...way.slice(way.indexOf(from)), from]]
  : [...imports.get(from) ?? []].flatMap((next) => circles(next, [...way, from])));

test("no folder imports itself through others", () => {
  assert.ok(imports.size > 8);
  assert.deepEqual([...imports.keys()].flatMap((from) => circles(from)).map((circle) => circle.join(" → ")), []);
});

test("only the folder server sends requests", () => {
  assert.deepEqual(scripts().filter((path) => /\bfetch\(/.test(scriptText(path))), ["server/call.js"]);
});

test("no script makes markup of a text", () => {
  const sinks = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|eval\(|new Function/;
  assert.deepEqual(scripts().filter((path) => sinks.test(scriptText(path))), []);
});

test("what the dashboard has in common with the hosted page is the same there", () => {
  // The pages share no files: each is the bundle of its own origin, with its own texts.
  const hosted = (path) => repositoryText(`Sources/Server/DoorwardPages/Web/${path}`);
  const part = (script, begin, end) => script.slice(script.indexOf(begin), script.indexOf(end, script.indexOf(begin)));
  for (const [path, begin, end] of [["elements/dom.js", "/**\n * Builds an element", "\n}\n"], ["format/device.js", "/**\n * The order matters", "\n/**\n"]]) {
    const own = part(scriptText(path), begin, end);
    assert.ok(own.length > 400, path);
    assert.ok(hosted(path).includes(own.trimEnd()), path);
  }
});

test("the server has the addresses of the dashboard", () => {
  const own = [...scriptText("dashboard.js").matchAll(/path: "([^"]*)", screen/g)].map(([, path]) => `/${path}`).sort();
  const swift = repositoryText("Sources/Server/DoorwardAdministration/Origin/AdministrationPath.swift");
  const list = /static let views = \[\n([^\]]*)\]/.exec(swift)?.[1] ?? "";
  const served = [...list.matchAll(/"([^"]+)"/g)].map(([, path]) => path).concat("/").sort();
  assert.deepEqual(own, served);
});

test("every text of a script is in the catalog, and every text of the catalog is used", () => {
  const all = scripts().filter((path) => !path.startsWith("texts/english")).map(scriptText).join("\n");
  const named = new Set([...all.matchAll(/"([a-z]\w*(?:\.\w+)+)"/gi)].map(([, key]) => key));
  const patterns = [...all.matchAll(/`([a-z]\w*\.(?:[\w.]|\$\{[^}]*\})*)`/gi)].map(([, pattern]) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[\\w.:-]+")}$`));
  const unused = Object.keys(english).filter((key) => !named.has(key) && !patterns.some((pattern) => pattern.test(key)));
  assert.deepEqual(unused, []);
  const asked = [...all.matchAll(/\btext\("([^"]+)"/g)].map(([, key]) => key);
  assert.ok(asked.length > 200);
  assert.deepEqual(asked.filter((key) => !(key in english)), []);
});

test("the catalog is sorted within its groups, and has both forms of a number", () => {
  for (const [key, value] of Object.entries(english)) {
    if (typeof value !== "string") assert.deepEqual(Object.keys(value), ["one", "other"], key);
  }
});

test("screens have no texts of their own", () => {
  const literal = /\b(?:text|label|title|help|placeholder|"aria-label"|action|explain): "(?!")|element\("[a-z0-9]+", \{[^{}]*\}, "[A-Z]/;
  assert.deepEqual(scripts().filter((path) => path !== "dashboard.js" && !path.startsWith("texts/"))
    .flatMap((path) => scriptText(path).split("\n").filter((line) => literal.test(line) && !/label: "\w+\.\w+"/.test(line)).map((line) => `${path}: ${line}`)), []);
});
