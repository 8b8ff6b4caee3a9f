import { element } from "../elements/dom.js";
import { foreign } from "../elements/parts.js";
import { languageName } from "../format/languages.js";
import { plainJSON, plainText } from "../format/text.js";
import { text } from "../texts/text.js";
import { choiceName } from "./fields.js";

/** The settings whose values have names. */
const named = ["methods", "language", "sign_up", "sign_in_first", "second_factor.codes", "password.identifiers", "code.channels", "passkeys.user_verification", "passkeys.hints"];

/**
 * A value of a setting.
 *
 * @param {unknown} value @param {string} path
 * @returns {Node}
 */
export function shown(value, path) {
  const words = (/** @type {unknown} */ one) => (named.includes(path) ? choiceName(path, String(one)) : plainText(String(one), 300));
  if (typeof value === "boolean") return element("span", { text: text(value ? "value.yes" : "value.no") });
  if (path === "language") return foreign(choiceName(path, typeof value === "string" ? value : ""));
  if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) return element("span", { class: "muted", text: text("value.none") });
  if (path === "appearance.logo") return picture(String(value));
  if (path === "appearance.color") return element("span", { class: "color-value" }, swatch(String(value)), foreign(plainText(value, 7), { class: "mono" }));
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return element("ul", { class: "values" }, ...value.map((one) => element("li", {}, foreign(words(one)))));
  if (Array.isArray(value)) return element("pre", { class: "json", tabindex: "0", "aria-label": text("value.object"), text: plainJSON(value) });
  if (typeof value === "object") {
    return element("ul", { class: "values" }, ...Object.entries(value).map(([part, own]) => element("li", { class: "part" },
      element("span", { class: "muted", text: part === "default" ? text("texts.default") : languageName(part) }), shown(own, `${path}.${part}`))));
  }
  return foreign(words(value));
}

/** @param {string} address */
const picture = (address) => (address.startsWith("data:image/") ? element("img", { class: "picture", src: address, alt: "", width: "48", height: "48" }) : element("span", { text: text("value.yes") }));

/** @param {string} color */
function swatch(color) {
  // The policy of the page forbids the attribute `style`, and allows the property.
  const view = element("span", { class: "swatch", "aria-hidden": "true" });
  view.style.backgroundColor = color;
  return view;
}
