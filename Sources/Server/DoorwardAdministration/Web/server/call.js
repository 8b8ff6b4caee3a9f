import { Problem, isSignedOut, problemOf } from "./problem.js";

/**
 * Requests to the server. The session is in an HttpOnly cookie, which no script can read. The types are those of the OpenAPI document.
 *
 * @typedef {import("./types.js").Method} Method
 */

/** Sends `ended` when a request finds that the session has ended. */
export const sessionEvents = new EventTarget();

const timeout = 45_000;

/**
 * @template {Method} M @template {import("./types.js").PathOf<M>} P
 * @param {M} method @param {P} path @param {import("./types.js").BodyOf<M, P>} [body] @param {AbortSignal} [signal] cancels the request
 * @param {string} [version] the version that the caller has read. If there is another one meanwhile, nothing changes
 * @returns {Promise<import("./types.js").AnswerOf<M, P>>}
 */
export const call = (method, path, body, signal, version) => /** @type {any} */ (send(method, path, body, signal, version));

/**
 * The session of the administrator, which is no call for programs.
 *
 * @returns {Promise<import("./types.js").Session>}
 */
export const readSession = () => send("GET", "/v1/admin/session");

/** Ends the session. */
export const endSession = () => send("DELETE", "/v1/admin/session");

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @param {string} [version]
 * @returns {Promise<any>}
 */
async function send(method, path, body, signal, version) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  const cancel = () => limit.abort();
  signal?.addEventListener("abort", cancel);
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", cache: "no-store", redirect: "error", signal: limit.signal };
  if (method !== "GET") {
    request.headers = { "Content-Type": "application/json", ...(version ? { "If-Match": `"${version}"` } : {}) };
    request.body = JSON.stringify(body ?? {});
  }
  try {
    const response = await fetch(path, request);
    if (response.status === 204) return undefined;
    const answer = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer;
    throw problemOf(response.status, response.headers, answer);
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(0, navigator.onLine ? "unreachable" : "offline");
    if (isSignedOut(problem)) sessionEvents.dispatchEvent(new Event("ended"));
    throw problem;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}
