// The folders of the page's scripts import each other in one direction.

import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { webFiles, webText } from "./web.mjs";

const top = (path) => (path.includes("/") ? path.split("/")[0] : "pages");

/** The folders that each folder imports. @type {Map<string, Set<string>>} */
const imports = new Map();
for (const path of webFiles().filter((file) => file.endsWith(".js"))) {
  for (const [, address] of webText(path).matchAll(/^import .* from "([^"]+)";$/gm)) {
    const imported = top(posix.join(posix.dirname(path), address));
    if (imported !== top(path)) imports.set(top(path), (imports.get(top(path)) ?? new Set()).add(imported));
  }
}

/** @param {string} from @param {string[]} way @returns {string[][]} the circles */
const circles = (from, way = []) => (way.includes(from) ? [[...way.slice(way.indexOf(from)), from]]
  : [...imports.get(from) ?? []].flatMap((next) => circles(next, [...way, from])));

test("no folder imports itself through others", () => {
  assert.ok(imports.size > 5);
  assert.deepEqual([...imports.keys()].flatMap((folder) => circles(folder)).map((circle) => circle.join(" → ")), []);
});

test("no folder imports a page", () => {
  assert.deepEqual([...imports].filter(([, folders]) => folders.has("pages")).map(([folder]) => folder), []);
});
