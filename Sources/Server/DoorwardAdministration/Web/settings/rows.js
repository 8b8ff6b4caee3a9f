import { element } from "../elements/dom.js";
import { badge, foreign } from "../elements/parts.js";
import { durationText, numberText } from "../format/number.js";
import { plainJSON, plainText } from "../format/text.js";
import { knownText, text } from "../texts/text.js";
import { isInSeconds } from "./sections.js";

/** @typedef {import("../server/types.js").Setting} Setting */

/**
 * The name of a setting.
 *
 * @param {string} key
 */
export function settingLabel(key) {
  const own = knownText(`settings.key.${key}`);
  if (own) return own;
  // NEAR networks besides the known ones.
  const network = /^near\.([^.]+)\.(\w+)$/.exec(key);
  const name = network && knownText(`settings.key.near.network.${network[2]}`, { network: plainText(network[1], 40) });
  return name || key;
}

/**
 * The values that a setting can have.
 *
 * @param {Setting} setting
 */
export function rangeText({ key, minimum, maximum }) {
  const help = knownText(`settings.key.${key}.help`);
  if (minimum === undefined || maximum === undefined) return help;
  const range = text(isInSeconds(key) ? "settings.secondsRange" : "settings.range", { minimum, maximum });
  return help ? `${help} ${range}` : range;
}

/**
 * The settings with their values, and what sets them.
 *
 * @param {readonly Setting[]} settings
 */
export const settingsList = (settings) => element("dl", { class: "facts settings" }, ...settings.map((setting) => element("div", { testid: `setting-${setting.key}` },
  element("dt", {}, settingLabel(setting.key), element("span", { class: "muted small mono block", text: setting.key }), help(rangeText(setting))),
  element("dd", {}, shown(setting), origin(setting)))));

/** @param {string | undefined} words */
const help = (words) => words && element("span", { class: "muted small block", text: words });

/** @param {Setting} setting */
function shown({ key, value, is_secret: isSecret, is_set: isSet }) {
  if (isSecret) return element("span", { class: isSet ? "" : "muted", text: text(isSet ? "way.passwordSet" : "value.none") });
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return element("span", { class: "muted", text: text("value.none") });
  if (typeof value === "boolean") return element("span", { text: text(value ? "value.yes" : "value.no") });
  if (typeof value === "number") return element("span", { text: isInSeconds(key) ? durationText(value) : numberText(value) });
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return element("ul", { class: "values" }, ...value.map((one) => element("li", {}, foreign(plainText(String(one), 300)))));
  if (typeof value === "object") return element("pre", { class: "json", tabindex: "0", "aria-label": text("value.object"), text: plainJSON(value) });
  return foreign(plainText(String(value), 400));
}

/** @param {Setting} setting */
function origin({ source, set_by: place, is_set: isSet, needs_restart: needsRestart, value }) {
  const hasValue = isSet || (value !== null && value !== undefined);
  const from = source === "default" ? (hasValue ? element("span", { class: "muted small", text: text("origin.default") }) : null)
    : source === "store" ? badge(text("origin.store"), "good") : foreign(plainText(place, 300).split("/").pop() || text("origin.configuration"), { class: "badge", title: plainText(place, 300) || undefined });
  return element("span", { class: "badges" }, from, needsRestart && element("span", { class: "muted small", text: text("settings.needsRestart") }));
}
