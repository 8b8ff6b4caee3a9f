import { Problem } from "../server/problem.js";
import { errorCatalog } from "./catalog.js";
import { errors as en } from "./en.js";
import { locale } from "./language.js";
import { PageError } from "./page-error.js";
import { text } from "./text.js";

/** The sentences of the page's own catalog. */
export const errorText = errorCatalog({ en });

/**
 * The sentence for an error, in the user's language. It never includes the server's own words.
 *
 * @param {unknown} error
 * @param {(code: string) => string | undefined} [own] the sentences of a sign-in method
 * @returns {string}
 */
export function sentence(error, own = () => undefined) {
  if (error instanceof Problem) {
    const known = own(error.code) ?? errorText(error.code);
    if (!known) return unknown(error.trace);
    const isServersFault = error.status >= 500 && error.trace;
    return [known, error.retryAfter && retryText(error.retryAfter), isServersFault && traceText(error.trace)].filter(Boolean).join(" ");
  }
  if (error instanceof PageError && error.message) return error.message;
  // A fault of the page's own program.
  console.error(error);
  return text("error.unknown");
}

/** @param {string | undefined} trace */
const unknown = (trace) => (trace ? `${text("error.unknown")} ${traceText(trace)}` : text("error.unknown"));

/** @param {string | undefined} trace */
const traceText = (trace) => text("error.trace", { trace: (trace ?? "").replace(/[^\w-]/g, "").slice(0, 64) });

/**
 * The time of the next try.
 *
 * @param {number} seconds
 */
const retryText = (seconds) => text("error.retryIn", { duration: duration(seconds, locale) });

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
