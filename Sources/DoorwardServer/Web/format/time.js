import { element } from "../elements/dom.js";
import { locale } from "../messages/language.js";
import { text } from "../messages/text.js";

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

const week = 7 * 86_400;

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/**
 * A time in the past, in words: "5 minutes ago" within a week, a date before.
 *
 * @param {Date} date @param {number} now in milliseconds
 */
export function relativeTime(date, now) {
  const seconds = (now - date.getTime()) / 1000;
  if (seconds > week) return day.format(date);
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : text("time.justNow");
}

/**
 * An element for a time, with the exact time as its tooltip.
 *
 * @param {string | null | undefined} time RFC 3339
 * @param {{relative?: boolean}} options
 */
export function timeElement(time, options = {}) {
  const date = new Date(time ?? "");
  if (Number.isNaN(date.getTime())) return element("span", { text: text("time.unknown") });
  return element("time", {
    datetime: date.toISOString(), title: moment.format(date),
    text: options.relative ? relativeTime(date, Date.now()) : day.format(date),
  });
}
