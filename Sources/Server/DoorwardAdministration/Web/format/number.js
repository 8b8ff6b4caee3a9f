import { text } from "../texts/text.js";

const numbers = new Intl.NumberFormat("en");

/** @param {number} value */
export const numberText = (value) => numbers.format(value);

/** @type {[unit: "day" | "hour" | "minute", seconds: number][]} */
const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

/**
 * A time in seconds, in the largest unit that it has a whole number of.
 *
 * @param {number} seconds
 */
export function durationText(seconds) {
  const unit = units.find(([, size]) => seconds >= size && seconds % size === 0);
  return unit ? text(`duration.${unit[0]}`, { count: seconds / unit[1] }) : text("duration.second", { count: seconds });
}
