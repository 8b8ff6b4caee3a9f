import { perLanguage } from "../messages/language.js";
import { text } from "../messages/text.js";

const dates = perLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));
const moments = perLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }));
const relative = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

const week = 7 * 86_400;

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/** @param {Date} date */
export const dateText = (date) => dates().format(date);

/**
 * The date with the time of day.
 *
 * @param {Date} date
 */
export const momentText = (date) => moments().format(date);

/**
 * A time in the past, in words: "5 minutes ago" within a week, a date before.
 *
 * @param {Date} date @param {number} now in milliseconds
 */
export function relativeText(date, now) {
  const seconds = (now - date.getTime()) / 1000;
  if (seconds > week) return dateText(date);
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? relative().format(-Math.floor(seconds / unit[1]), unit[0]) : text("time.justNow");
}
