// The choice of the language (RFC 4647 §3.4).

import assert from "node:assert/strict";
import { test } from "node:test";
import { webFiles, webModule, webText } from "./web.mjs";

const { chooseLanguage, languages } = await webModule("messages/language.js");

const cases = [
  { name: "the user's first language wins", available: ["en", "de"], preferred: ["de", "en"], language: "de", locale: "de" },
  { name: "a region falls back to its language", available: ["en", "de"], preferred: ["de-AT"], language: "de", locale: "de-AT" },
  { name: "an exact tag wins over its language", available: ["pt", "pt-BR"], preferred: ["pt-BR"], language: "pt-BR", locale: "pt-BR" },
  { name: "an unknown language is skipped", available: ["en", "de"], preferred: ["fr-FR", "de"], language: "de", locale: "de" },
  { name: "case does not matter", available: ["en", "de"], preferred: ["DE-de"], language: "de", locale: "DE-de" },
  { name: "a language is not a prefix of another one", available: ["en", "fi"], preferred: ["fil"], language: "en", locale: "en" },
  { name: "the first catalog is the default", available: ["en", "de"], preferred: [], language: "en", locale: "en" },
];

for (const { name, available, preferred, language, locale } of cases) {
  test(name, () => assert.deepEqual(chooseLanguage(available, preferred), { language, locale }));
}

test("every catalog has every language", () => {
  for (const path of webFiles().filter((file) => file.endsWith("/en.js"))) {
    for (const language of languages) assert.ok(webFiles().includes(path.replace(/en\.js$/, `${language}.js`)), `${path} in ${language}`);
  }
});

test("only one file asks the browser for the user's languages", () => {
  const asking = webFiles().filter((path) => path.endsWith(".js") && /navigator\??\.languages?\b/.test(webText(path)));
  assert.deepEqual(asking, ["messages/language.js"]);
});
