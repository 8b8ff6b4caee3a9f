import { text } from "../texts/text.js";

const days = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]];
const farthest = 30 * 86_400;

/**
 * The day and the time of day, with the time zone.
 *
 * @param {Date} date
 */
export const momentText = (date) => moments.format(date);

/** @param {Date} date */
export const dayText = (date) => days.format(date);

/**
 * A time in words: "5 minutes ago" or "in 3 days" within a month, otherwise the day.
 *
 * @param {Date} date @param {number} now in milliseconds
 */
export function relativeText(date, now) {
  const seconds = (date.getTime() - now) / 1000;
  if (Math.abs(seconds) > farthest) return dayText(date);
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : text("time.now");
}

/**
 * The value of a field for a day and time, in the time zone of the browser.
 *
 * @param {Date} date
 */
export const localMoment = (date) => `${localDay(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;

/**
 * The value of a field for a day, in the time zone of the browser.
 *
 * @param {Date} date
 */
export const localDay = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");
