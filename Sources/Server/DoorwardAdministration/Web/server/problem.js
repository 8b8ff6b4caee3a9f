/** @typedef {{field: string, detail: string}} Mistake a wrong setting, and what is wrong with it */

/** A request that failed: the server refused it (RFC 9457), or did not answer. */
export class Problem extends Error {
  /**
   * @param {number} status 0 if the server did not answer
   * @param {string} code
   * @param {{detail?: string, trace?: string, retryAfter?: number, mistakes?: Mistake[]}} more
   *   `detail`: the sentence of the server; `trace` names the request in the log; `retryAfter` is in seconds; `mistakes`: the wrong settings
   */
  constructor(status, code, { detail, trace, retryAfter, mistakes = [] } = {}) {
    super(code);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.trace = trace;
    this.retryAfter = retryAfter;
    this.mistakes = mistakes;
  }
}

/**
 * The wrong values of an answer, each with the path of its setting.
 *
 * @param {any} body
 * @returns {Mistake[]}
 */
function mistakesOf(body) {
  const all = Array.isArray(body?.errors) ? body.errors : body?.field ? [body] : [];
  return all.filter((/** @type {any} */ one) => typeof one?.field === "string" && typeof one.detail === "string");
}

/**
 * The problem that an answer describes.
 *
 * @param {number} status
 * @param {Pick<Headers, "get">} headers
 * @param {any} body the parsed JSON; `undefined` if the body is not JSON
 */
export function problemOf(status, headers, body) {
  const seconds = Number(headers.get("Retry-After"));
  return new Problem(status, typeof body?.code === "string" ? body.code : "unexpected_answer", {
    detail: typeof body?.detail === "string" ? body.detail : undefined,
    trace: typeof body?.trace_id === "string" ? body.trace_id : undefined,
    retryAfter: seconds > 0 ? Math.ceil(seconds) : undefined,
    mistakes: mistakesOf(body),
  });
}

/**
 * Whether an act needs a recent proof of the second factor (RFC 9470).
 *
 * @param {unknown} error
 */
export const needsProof = (error) => error instanceof Problem && error.code === "insufficient_user_authentication";

/**
 * Whether the session has ended.
 *
 * @param {unknown} error
 */
export const isSignedOut = (error) => error instanceof Problem && error.status === 401 && !needsProof(error);
