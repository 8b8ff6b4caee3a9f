// The lists of the dashboard are those of the contract, of the texts and of the configuration, and its programs have the values of an application.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { dashboardModule, repositoryText, scriptText } from "./dashboard.mjs";

const { english } = await dashboardModule("texts/english.js");
const { languageTags } = await dashboardModule("format/languages.js");
const { groups, methods, offered, settingValue } = await dashboardModule("applications/fields.js");
const { isSet } = await dashboardModule("applications/values.js");
const { languages, purpose, snippet } = await dashboardModule("applications/snippets.js");
const { kinds } = await dashboardModule("messages/kinds.js");
const { previewed } = await dashboardModule("messages/scheme.js");
const { parts, settingsOf } = await dashboardModule("settings/sections.js");
const { put, valueAt } = await dashboardModule("server/paths.js");
const { applicationChoices } = await dashboardModule("webhooks/fields.js");
const { durationText } = await dashboardModule("format/number.js");
const administration = JSON.parse(repositoryText("Sources/Contract/OpenAPI/api/administration.json"));

test("a new key of the administration can have every scope", () => {
  const scopes = administration.components.schemas.NewAdministrationKey.properties.scopes.items.enum.toSorted();
  const offeredScopes = [.../const scopes = \[([^\]]*)\]/.exec(scriptText("keys/administration-keys.js"))[1].matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(offeredScopes.toSorted(), scopes);
  assert.deepEqual(scopes.filter((scope) => !(`scope.${scope}` in english)), []);
});

test("every message with a template can be previewed, and has a name", () => {
  assert.deepEqual([...kinds].toSorted(), administration.components.schemas.TemplateName.enum.toSorted());
  assert.deepEqual(kinds.filter((kind) => !(`message.kind.${kind}` in english)), []);
});

test("the preview of a mail has one color scheme, and its links open nothing", () => {
  const html = "<html><head>\n<meta name=\"color-scheme\" content=\"light dark\"><style>:root { color-scheme: light dark; }\n@media (prefers-color-scheme: dark) { a { color: red } }</style></head>";
  assert.match(previewed(html, "dark"), /<head><base target="_blank">\n<meta name="color-scheme" content="dark"><style>:root \{ color-scheme: dark; \}\n@media all \{/);
  assert.match(previewed(html, "light"), /content="light".*color-scheme: light; \}\n@media not all \{/s);
  assert.equal(previewed("<header>light dark</header>", "dark"), "<header>light dark</header>");
});

test("the languages are those of the texts for users", () => {
  const files = readdirSync(new URL("../../../Sources/Texts/DoorwardTexts/Languages/", import.meta.url)).map((name) => name.replace(".json", ""));
  assert.deepEqual(languageTags.toSorted(), files.toSorted());
});

/** The keys of the tables of docs/configuration.md. */
const documented = [...repositoryText("docs/configuration.md").matchAll(/^\| `([a-z_.[\]A-Z]+)` \|/gm)].map(([, key]) => key);

test("every setting of an application can be edited", () => {
  const own = documented.filter((key) => key.startsWith("applications[].")).map((key) => key.replace("applications[].", "").replace(/\[\].*$/, "").replace(/\.default$/, ""));
  const look = ["appearance.color", "appearance.logo", "appearance.title", "appearance.text", "appearance.powered_by"];
  // The id does not change, and secrets have a screen of their own.
  const edited = [...groups.flatMap(({ specs }) => specs.map(({ path }) => path)), ...look, "id", "client_secret_hash", "client_secrets"];
  assert.deepEqual(edited.toSorted(), [...new Set(own)].toSorted());
  assert.deepEqual([...edited.filter((path) => !path.startsWith("client_secret"))].filter((path) => !(`setting.${path}` in english)), []);
  assert.ok(methods.length > 5);
});

test("every setting of the server has a name and a place", () => {
  const keys = documented.filter((key) => !key.startsWith("applications[]")).map((key) => key.replace("NETWORK", "mainnet").replace(/\.COUNTRY$|\[\].*$/, ""));
  assert.ok(keys.length > 60);
  assert.deepEqual([...new Set(keys)].filter((key) => !(`settings.key.${key}` in english)), []);
  const settings = [...new Set(keys)].map((key) => ({ key }));
  const placed = parts.flatMap(({ groups: own }) => own.flatMap(([, , starts]) => settingsOf(settings, starts).map(({ key }) => key)));
  assert.deepEqual(placed.toSorted(), settings.map(({ key }) => key).toSorted());
});

test("an empty field returns a setting to its default value", () => {
  for (const [kind, read, value] of [["line", "", null], ["lines", [], null], ["checks", null, null], ["check", false, false], ["lines", ["a"], ["a"]], ["list", "[1]", [1]], ["list", "", null]]) {
    assert.deepEqual(settingValue({ path: "x", kind }, read), value);
  }
  assert.throws(() => settingValue({ path: "x", kind: "list" }, "{}"));
  // None of several choices is a value: an application without scopes has fewer rights than the default.
  assert.deepEqual(settingValue({ path: "scopes", kind: "checks" }, []), []);
  const patch = {};
  put(patch, "terms.terms_url", "https://a.example");
  put(patch, "terms.privacy_url", null);
  assert.deepEqual(patch, { terms: { terms_url: "https://a.example", privacy_url: null } });
  assert.equal(valueAt(patch, "terms.terms_url"), "https://a.example");
  assert.equal(valueAt(patch, "near.networks"), undefined);
  assert.ok(isSet({ set_keys: ["appearance.title.de"] }, "appearance.title") && !isSet({ set_keys: ["names"] }, "name"));
  const passkeys = groups.find(({ name }) => name === "passkeys");
  assert.equal(offered(passkeys, { methods: ["code"], set_keys: [] }).length, 0);
  assert.deepEqual(offered(passkeys, { methods: ["code"], set_keys: ["passkeys.rp_id"] }).map(({ path }) => path), ["passkeys.rp_id"]);
});

test("a webhook keeps an application that was removed", () => {
  const ids = (application) => applicationChoices({ application }, [{ id: "shop", name: "Shop" }]).map(([id]) => id);
  assert.deepEqual(ids(null), ["", "shop"]);
  assert.deepEqual(ids("shop"), ["", "shop"]);
  assert.deepEqual(ids("gone"), ["", "gone", "shop"]);
});

test("a time is written in its largest unit", () => {
  assert.deepEqual([900, 2_592_000, 86_400, 90, 0, 3_600].map(durationText), ["15 minutes", "30 days", "1 day", "90 seconds", "0 seconds", "1 hour"]);
});

test("a program has the values of its application, and its language accepts it", () => {
  const hostile = "a\"b\\(c)${d}\u202E'";
  for (const isConfidential of [false, true]) {
    const client = { issuer: "https://id.example.com", id: "shop", audience: hostile, redirect: "https://shop.example/cb", scopes: ["openid", "email"], isConfidential, algorithm: "RS256" };
    for (const language of languages) {
      const program = snippet(language, client);
      assert.ok(program.includes("https://id.example.com"), language);
      assert.ok(!program.includes("\u202E") && !program.includes("undefined"), language);
      assert.ok(["app", "site", "backend"].includes(purpose(language, client)));
      if (purpose(language, client) === "site") assert.ok(program.includes("https://shop.example/cb") && program.includes("\"shop\""), language);
      if (purpose(language, client) === "backend") assert.ok(program.includes("a\\\"b\\\\(c)"), language);
      const check = { node: ["node", ["--input-type=module", "--check"]], python: ["python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"]] }[language];
      if (check) execFileSync(check[0], check[1], { input: program });
    }
  }
});
