// The account page: changes of the profile, languages, the deletion, and the link of an invitation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { document } from "./openapi.mjs";
import { languages, webModule } from "./web.mjs";

const { changesOf, profileFields } = await webModule("account/profile-fields.js");
const { deletionTime } = await webModule("account/deletion.js");
const { linkSecret } = await webModule("account/links.js");
const { invitedAddress } = await webModule("account/invitation.js");
const { languageChoices, pageLanguage } = await webModule("format/languages.js");

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

const offered = languages.map((tag) => ({ tag }));

test("exactly the languages of the page can be chosen, each by its own name", () => {
  const names = new Map(languageChoices(offered).map(({ tag, name }) => [tag, name]));
  assert.deepEqual([...names.keys()].sort(), [...languages].sort());
  assert.equal(new Set(names.values()).size, languages.length);
  assert.deepEqual([names.get("de"), names.get("fr"), names.get("ja")], ["Deutsch", "Français", "日本語"]);
});

for (const [saved, tag] of [["de", "de"], ["de-AT", "de"], ["pt-PT", "pt-BR"], ["zh-TW", "zh-Hant"], ["zh", "zh-Hans"], ["sv", undefined],
  ["not a tag", undefined], [null, undefined]]) {
  test(`the language of the page for ${saved} is ${tag}`, () => assert.equal(pageLanguage(saved, offered), tag));
}

test("a link that signs in has a secret of Base64url", () => {
  assert.equal(linkSecret("#link=ab-_9"), "ab-_9");
  for (const fragment of ["", "#", "#link=", "#link=a b", "#link=<b>", "#other=x", `#link=${"a".repeat(4097)}`]) assert.equal(linkSecret(fragment), undefined);
});
