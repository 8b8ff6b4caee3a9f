// The account page: changes of the profile, languages, the deletion, and the link of an invitation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { document } from "./openapi.mjs";
import { webModule } from "./web.mjs";

const { changesOf, profileFields } = await webModule("account/profile-fields.js");
const { deletionTime } = await webModule("account/deletion.js");
const { invitedAddress } = await webModule("account/invitation.js");
const { languageChoices } = await webModule("format/languages.js");

const members = [...profileFields.map(({ member }) => member), "locale"];
/** The texts of the form, of which one is typed. */
const typed = { ...Object.fromEntries(members.map((member) => [member, ""])), name: "Ada" };

test("the form has each text of the profile; a user name has its own form", () => {
  const { username, metadata, ...texts } = document.components.schemas.UserPatch.properties;
  assert.deepEqual([...members].sort(), Object.keys(texts).sort());
});

test("only changed members are sent, and an empty field clears its member", () => {
  assert.deepEqual(changesOf({ name: "Ada" }, typed), {});
  assert.deepEqual(changesOf(null, typed), { name: "Ada" });
  assert.deepEqual(changesOf({ name: "Ada", first_name: "A", locale: "de" }, { ...typed, name: " Grace " }), { name: "Grace", first_name: null, locale: null });
  for (const member of members) {
    const saved = { ...typed, [member]: "Saved" };
    assert.deepEqual(changesOf(saved, { ...saved, [member]: "" }), { [member]: null });
    assert.deepEqual(changesOf(saved, { ...saved, [member]: "New" }), { [member]: "New" });
  }
});

test("a deleted account can be kept for the time that the site gives", () => {
  const identities = [{ id: "1", type: "email", identifier: "ada@example.com" }];
  const now = Date.parse("2026-11-23T09:30:00Z");
  assert.equal(deletionTime({ config: { deletion_grace: 86_400 }, identities }, now)?.toISOString(), "2026-11-24T09:30:00.000Z");
  assert.equal(deletionTime({ config: { deletion_grace: 0 }, identities }, now), undefined);
  assert.equal(deletionTime({ config: {}, identities }, now), undefined);
  // The user could not sign in again.
  assert.equal(deletionTime({ config: { deletion_grace: 86_400 }, identities: [] }, now), undefined);
});

for (const [fragment, address] of [["#invited=ada%40example.com", "ada@example.com"], ["#invited=%2B4915123456789", "+4915123456789"],
  ["#invited=ada%2Bclub%40example.com", "ada+club@example.com"], ["", undefined], ["#", undefined], ["#invited=", undefined],
  ["#other=a", undefined], ["#invited=%E0%A4%A", "\uFFFD%A"], [`#invited=${"a".repeat(400)}`, undefined]]) {
  test(`the invited address of "${fragment.slice(0, 40)}"`, () => assert.equal(invitedAddress(fragment), address));
}

test("the saved language and those of the browser come first, each language once", () => {
  const tags = languageChoices("de-AT", ["en-US", "en", "de-AT"]).map(({ tag }) => tag);
  assert.deepEqual(tags.slice(0, 3), ["de-AT", "en-US", "en"]);
  assert.equal(new Set(tags).size, tags.length);
  assert.ok(tags.includes("fr") && tags.includes("zh-Hant"));
});

test("a language has its own name, and a tag without a name is shown as it is", () => {
  const names = new Map(languageChoices("x-club", ["de"]).map(({ tag, name }) => [tag, name]));
  assert.equal(names.get("de"), "Deutsch");
  assert.equal(names.get("fr"), "Français");
  assert.ok(names.get("x-club")?.toLowerCase().includes("club"));
});
