import { languageChoices } from "../format/languages.js";
import { isFixed, language, languages, speak } from "../messages/language.js";
import { text } from "../messages/text.js";
import { forgetLanguage, hasChosenLanguage, keepLanguage, languageOfServer } from "../server/page-language.js";
import { glyph } from "./choice.js";
import { element } from "./dom.js";

/** The choice of the language at the foot of a page, and its effect on the page. */

/** @type {HTMLSelectElement | undefined} */
let control;

/** Names everything outside of the view in the language of the page. */
function translateFrame() {
  const powered = document.getElementById("powered-by");
  // An application can switch it off.
  if (powered?.textContent) powered.textContent = text("html.footer");
  if (!control) return;
  control.setAttribute("aria-label", text("profile.language"));
  control.value = language();
}

/**
 * Speaks a language, and keeps the choice in this browser.
 *
 * @param {string} tag empty for the language of the browser
 */
export async function chooseLanguage(tag) {
  if (isFixed) return;
  if (tag) keepLanguage(tag);
  else forgetLanguage();
  await speak(tag || await languageOfServer());
  translateFrame();
}

/**
 * Speaks the language that the user has saved, unless the user has chosen another one in this browser.
 *
 * @param {string | undefined} tag
 */
export async function speakSaved(tag) {
  if (!tag || hasChosenLanguage()) return;
  // Without the texts, the page keeps its language.
  await speak(tag).catch(() => {});
  translateFrame();
}

/**
 * Offers the languages of the page by their own names.
 *
 * @param {() => void} redraw draws the present view again
 */
export function offerLanguages(redraw) {
  if (isFixed || languages.length < 2) return;
  const select = element("select", { testid: "language-switch", on: { change: () => void choose() } },
    ...languageChoices().map(({ tag, name }) => element("option", { value: tag, lang: tag, text: name })));
  const choose = async () => {
    try {
      await chooseLanguage(select.value);
      redraw();
    } catch {
      // The texts did not load. The page stays in its language, and the next page has the chosen one.
      select.value = language();
    }
  };
  control = select;
  translateFrame();
  document.querySelector(".foot")?.prepend(element("div", { class: "language" }, glyph("/assets/globe.svg"), select));
}
