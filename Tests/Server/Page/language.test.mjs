// The language of the page, which the server chooses, and the user's own form of dates and numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOf, webFiles, webModule, webText } from "./web.mjs";

const { ownLocale } = await webModule("messages/language.js");

const cases = [
  { name: "a region of the language formats dates", language: "de", preferred: ["en", "de-AT", "de"], locale: "de-AT" },
  { name: "another language formats nothing", language: "en", preferred: ["fr-FR"], locale: "en" },
  { name: "an unknown tag is skipped", language: "de", preferred: ["*", "i-default-x", "de-CH"], locale: "de-CH" },
  { name: "another script of the language formats nothing", language: "zh-Hans", preferred: ["zh-TW", "zh-SG"], locale: "zh-SG" },
  { name: "a country implies its script", language: "zh-Hant", preferred: ["zh-CN", "zh-HK"], locale: "zh-HK" },
  { name: "without a preference the language formats dates", language: "ar", preferred: [], locale: "ar" },
];

for (const { name, language, preferred, locale } of cases) {
  test(name, () => assert.equal(ownLocale(language, preferred), locale));
}

test("a chosen language is spoken without a reload, and the first one again without loading it", async () => {
  const root = { lang: "en", dir: "ltr" };
  const script = "data:text/javascript,globalThis.doorwardTexts={'sessions.onlyThis':'ar'}";
  const meta = { getAttribute: (name) => (name === "content" ? `en:ltr:none ar:rtl:${script}` : "false") };
  globalThis.document = { documentElement: root, querySelector: () => meta };
  try {
    const page = await import(`${new URL("../../../Sources/Server/DoorwardPages/Web/messages/language.js", import.meta.url)}?chosen`);
    assert.deepEqual(page.languages.map(({ tag }) => tag), ["en", "ar"]);
    const numbers = page.perLanguage((locale) => new Intl.NumberFormat(locale));
    const english = page.texts["sessions.onlyThis"];
    assert.equal(numbers(), numbers());
    await page.speak("ar");
    assert.deepEqual([root.lang, root.dir, page.isRightToLeft(), page.texts["sessions.onlyThis"]], ["ar", "rtl", true, "ar"]);
    assert.equal(numbers().resolvedOptions().locale, "ar");
    await page.speak("en");
    assert.deepEqual([root.lang, root.dir, page.texts["sessions.onlyThis"]], ["en", "ltr", english]);
    await page.speak("xx");
    assert.equal(root.lang, "en");
  } finally {
    delete globalThis.document;
    globalThis.doorwardTexts = textsOf("en");
  }
});

test("only one file asks the browser for the user's languages", () => {
  const asking = webFiles().filter((path) => path.endsWith(".js") && /navigator\??\.languages?\b/.test(webText(path)));
  assert.deepEqual(asking, ["messages/language.js"]);
});
