import { dateText, momentText, relativeText } from "../format/time.js";
import { text } from "../messages/text.js";
import { element } from "./dom.js";

/**
 * A time in words, with the exact time as its tooltip.
 *
 * @param {string | null | undefined} time RFC 3339
 * @param {{relative?: boolean}} options
 */
export function timeElement(time, options = {}) {
  const date = new Date(time ?? "");
  if (Number.isNaN(date.getTime())) return element("span", { text: text("time.unknown") });
  return element("time", {
    datetime: date.toISOString(), title: momentText(date),
    text: options.relative ? relativeText(date, Date.now()) : dateText(date),
  });
}
