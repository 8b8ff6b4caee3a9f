/**
 * A request that failed: the server refused it (RFC 9457), or the page could not reach the server.
 *
 * The server's own sentence (`detail`) is not kept. `messages/sentence.js` finds a sentence by the code.
 */
export class Problem extends Error {
  /**
   * @param {number} status 0 if the server did not answer
   * @param {import("./types.js").Code} code
   * @param {{trace?: string, retryAfter?: number, taken?: import("./types.js").Taken,
   *   secondFactor?: import("./types.js").SecondFactorRequest, deleteAt?: string, lacksSecondFactor?: boolean,
   *   advice?: string[]}} more
   *   `trace` names the request in the server's log; `retryAfter` is in seconds; `taken` is set with `identity_in_use`
   *   if the identity can be moved; `secondFactor` is set with `second_factor_required`; `deleteAt`, a time, is set
   *   with `account_deletion_pending`; `lacksSecondFactor` says that a new sign-in is needed because the session has no
   *   second factor, not because the sign-in is too old; `advice` has the reasons of `password_too_guessable`.
   */
  constructor(status, code, { trace, retryAfter, taken, secondFactor, deleteAt, lacksSecondFactor = false, advice = [] } = {}) {
    super(code);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.trace = trace;
    this.retryAfter = retryAfter;
    this.taken = taken;
    this.secondFactor = secondFactor;
    this.deleteAt = deleteAt;
    this.lacksSecondFactor = lacksSecondFactor;
    this.advice = advice;
  }
}

/**
 * The problem that a response describes.
 *
 * @param {number} status
 * @param {Pick<Headers, "get">} headers of the response
 * @param {any} body the parsed JSON; `undefined` if the body is not JSON
 */
export function problemOf(status, headers, body) {
  const seconds = Number(headers.get("Retry-After"));
  return new Problem(status, typeof body?.code === "string" ? body.code : "unexpected_answer", {
    trace: typeof body?.trace_id === "string" ? body.trace_id : undefined,
    retryAfter: seconds > 0 ? Math.ceil(seconds) : undefined,
    taken: body?.identity_in_use,
    secondFactor: body?.second_factor,
    deleteAt: body?.account_deletion?.delete_at,
    // RFC 9470 §3.
    lacksSecondFactor: headers.get("WWW-Authenticate")?.includes(" acr_values=") ?? false,
    advice: Array.isArray(body?.advice) ? body.advice.map(String) : [],
  });
}

/**
 * Whether the request of an app that the page holds can no longer succeed.
 *
 * @param {unknown} error
 * @returns {error is Problem}
 */
export const isTicketOver = (error) => error instanceof Problem && error.code === "invalid_ticket";

/**
 * Whether the server asks for a new sign-in (RFC 9470).
 *
 * @param {unknown} error
 * @returns {error is Problem}
 */
export const needsRecentSignIn = (error) => error instanceof Problem && error.code === "insufficient_user_authentication";

/**
 * Whether the user is no longer signed in, or not as the app requires.
 *
 * @param {unknown} error
 * @returns {error is Problem}
 */
export const needsSignIn = (error) => error instanceof Problem && error.status === 401;
