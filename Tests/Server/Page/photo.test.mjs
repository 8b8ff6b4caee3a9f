// The photo on the account page: it can be changed where the server can process photos, and always removed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installDocument } from "./small-dom.mjs";
import { webModule } from "./web.mjs";

installDocument();
const { photoRow } = await webModule("account/photo.js");

/** The parts of the row by their test ids. */
const parts = (node) => (node ? [node.dataset.testid, ...node.children.flatMap(parts)].filter(Boolean) : []);

for (const [photos, picture, expected] of [
  [true, null, ["photo", "choose-photo", "photo-file"]],
  [true, "https://accounts.example/v1/photos/a", ["photo", "choose-photo", "remove-photo", "photo-file"]],
  [false, null, []],
  [false, "https://accounts.example/v1/photos/a", ["photo", "remove-photo"]],
]) {
  test(`photos ${photos}, the user ${picture ? "has one" : "has none"}`, () => {
    const state = { signed_in: true, user: { id: "ada", picture }, identities: [], config: { photos } };
    assert.deepEqual(parts(photoRow({ state: () => state, onChange() {} })), expected);
  });
}
