import { learnTime } from "./clock.js";
import { Problem, problemOf } from "./problem.js";
import { timeLimit } from "./time-limit.js";

/**
 * Requests to the server. The session is in HttpOnly cookies: no script reads or keeps a token. The types of a request and
 * of its answer are those of the OpenAPI document.
 *
 * @typedef {import("./types.js").Method} Method
 */

/** Sends `signed-out` with the state as `detail` when a request finds that the session has ended. */
export const sessionEvents = new EventTarget();

const timeout = 45_000;

/**
 * @template {Method} M @template {import("./types.js").PathOf<M>} P
 * @param {M} method @param {P} path @param {import("./types.js").BodyOf<M, P>} [body]
 * @returns {Promise<import("./types.js").AnswerOf<M, P>>}
 */
export const call = (method, path, body) => /** @type {any} */ (send(method, path, body));

/**
 * @param {string} method @param {string} path @param {unknown} body
 * @returns {Promise<any>}
 */
async function send(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", cache: "no-store", redirect: "error", signal: timeLimit(timeout), headers: pageLanguage() };
  if (method !== "GET") {
    request.headers = { ...pageLanguage(), "Content-Type": "application/json" };
    request.body = JSON.stringify(body ?? {});
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Problem(0, navigator.onLine ? "unreachable" : "offline");
  }
  learnTime(response.headers.get("Date"));
  if (response.status === 204) return undefined;
  if (response.ok && response.headers.get("Content-Disposition")) return attachment(response);
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw problemOf(response.status, response.headers, answer);
}

/**
 * The field by which a message of the server has the language of the page.
 *
 * @returns {Record<string, string>}
 */
function pageLanguage() {
  const language = globalThis.document?.documentElement?.lang;
  return language ? { "Accept-Language": language } : {};
}

/** @param {Response} response */
async function attachment(response) {
  const name = /filename="([\w.-]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { file: await response.blob(), name: name ?? "account.json" };
}

/**
 * A request that needs a session.
 *
 * @template {Method} M @template {import("./types.js").PathOf<M>} P
 * @param {M} method @param {P} path @param {import("./types.js").BodyOf<M, P>} [body]
 * @returns {Promise<import("./types.js").AnswerOf<M, P>>}
 */
export const callSignedIn = (method, path, body) => /** @type {any} */ (whileSignedIn(() => send(method, path, body)));

/**
 * Sends a request that needs a session. The status 401 means either that a proof was refused or that the session has
 * ended; the state shows which.
 *
 * @template Answer
 * @param {() => Promise<Answer>} send
 * @returns {Promise<Answer>}
 */
export async function whileSignedIn(send) {
  try {
    return await send();
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401 && problem.code !== "insufficient_user_authentication") {
      const state = await getState().catch(() => undefined);
      if (state && !state.signed_in) sessionEvents.dispatchEvent(new CustomEvent("signed-out", { detail: state }));
    }
    throw problem;
  }
}

/** The state of the user and of the page. */
export const getState = () => call("GET", "/session/state");
