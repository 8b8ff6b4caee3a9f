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
export const call = async (method, path, body, signal, version) => /** @type {any} */ ((await send(method, path, body, signal, version)).answer);

/**
 * Performs a call that changes settings.
 *
 * @template {Method} M @template {import("./types.js").PathOf<M>} P
 * @param {M} method @param {P} path @param {import("./types.js").BodyOf<M, P>} [body] @param {string} [version] as of `call`
 * @returns {Promise<string | undefined>} the id of the change; nothing if the server has stored none
 */
export const callForChange = async (method, path, body, version) => (await send(method, path, body, undefined, version)).change;

/**
 * The session of the administrator, which is no call for programs.
 *
 * @returns {Promise<import("./types.js").Session>}
 */
export const readSession = async () => (await send("GET", "/v1/admin/session")).answer;

/** Ends the session. */
export const endSession = () => send("DELETE", "/v1/admin/session");

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @param {string} [version]
 * @returns {Promise<{answer?: any, change?: string | undefined}>}
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
    const change = response.headers.get("Doorward-Change") ?? undefined;
    if (response.status === 204) return { change };
    const answer = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return { answer, change };
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
