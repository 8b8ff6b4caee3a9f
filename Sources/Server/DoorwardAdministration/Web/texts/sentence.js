import { Problem } from "../server/problem.js";
import { knownText, text } from "./text.js";

/**
 * The sentence for an error: what happened, and what to do. A refusal without a sentence of its own has that of the server, which
 * names the wrong value.
 *
 * @param {unknown} error
 */
export function sentence(error) {
  if (!(error instanceof Problem)) return text("error.unexpected");
  if (error.code === "rate_limited") return text("error.rate_limited", { seconds: error.retryAfter ?? 60 });
  const known = knownText(`error.${error.code}`);
  if (known) return known;
  if (error.detail && error.status < 500) return error.detail;
  return error.trace ? text("error.traced", { trace: error.trace }) : text("error.unexpected");
}
