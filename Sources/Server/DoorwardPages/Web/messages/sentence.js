import { Problem } from "../server/problem.js";
import { locale } from "./language.js";
import { PageError } from "./page-error.js";
import { errorText, parts, text } from "./text.js";

/**
 * The sentence for an error, in the user's language. It never includes the server's own words.
 *
 * @param {unknown} error
 * @param {(code: import("../server/types.js").Code) => string | undefined} [own] the sentences of a sign-in method
 * @returns {string}
 */
export function sentence(error, own = () => undefined) {
  if (error instanceof Problem) {
    const known = own(error.code) ?? errorText(error.code);
    if (!known) return unknown(error.trace);
    const isServersFault = error.status >= 500 && error.trace;
    return joined([known, ...(error.retryAfter ? [retryText(error.retryAfter)] : []), ...(isServersFault ? [traceText(error.trace)] : [])]);
  }
  if (error instanceof PageError && error.message) return error.message;
  // A fault of the page's own program.
  console.error(error);
  return text("problem.unknown");
}

/** @param {string | undefined} trace */
const unknown = (trace) => joined([text("problem.unknown"), ...(trace ? [traceText(trace)] : [])]);

/**
 * Sentences in a row. Not every language has a space between them.
 *
 * @param {readonly string[]} said
 */
export const joined = (said) => said.reduce((first, second) => parts("problem.two", { first, second }).join(""));

/** @param {string | undefined} trace */
const traceText = (trace) => text("problem.trace", { trace: (trace ?? "").replace(/[^\w-]/g, "").slice(0, 64) });

/**
 * The time of the next try.
 *
 * @param {number} seconds
 */
const retryText = (seconds) => text("problem.retryIn", { duration: duration(seconds, locale()) });

/**
 * A wait in words, rounded up: seconds up to 90, minutes up to 90, then hours.
 *
 * @param {number} seconds
 * @param {string} forLocale
 */
export function duration(seconds, forLocale) {
  const [value, unit] = seconds <= 90 ? [seconds, "second"] : seconds <= 5_400 ? [seconds / 60, "minute"] : [seconds / 3_600, "hour"];
  return new Intl.NumberFormat(forLocale, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(value));
}
