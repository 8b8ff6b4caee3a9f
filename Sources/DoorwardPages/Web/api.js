/**
 * The page's one way to the server. The session lives in HttpOnly cookies: nothing here ever sees
 * or keeps a token.
 *
 * @typedef {{id: string, type: string, identifier: string, chain_id?: number | null, network?: string | null,
 *   wallet_client_type?: string | null, verified_at?: string, last_used_at?: string}} Identity
 * @typedef {{id: string, name?: string | null, created_at?: string, last_sign_in_at?: string}} User
 * @typedef {{id: number, name: string}} Chain
 * @typedef {{application_name: string, provider_name: string, methods: string[],
 *   ethereum?: {domain: string, uri: string, chains: Chain[]} | null,
 *   near?: {networks: string[], wallet_origin: string} | null,
 *   terms?: {terms_url?: string | null, privacy_url?: string | null} | null}} Config
 * @typedef {{signed_in: boolean, user: User | null, identities: Identity[], current_session_id: string | null,
 *   config: Config}} State
 * @typedef {{redirect_to?: string, next: "sign_in" | "confirm", reason?: string | null, state: State, scopes: string[],
 *   client: {name: string, site?: string | null}, ticket: string}} Authorization
 * @typedef {{next: "sign_in" | "confirm", state: State, scopes: string[], client: {name: string}, user_code: string,
 *   request?: {created_at: string, device?: string | null, network?: string | null, same_network?: boolean | null},
 *   ticket?: string}} Device `request` is absent for a signed-out user, `ticket` unless `next` is "confirm"
 * @typedef {"sign_in" | "link" | "move"} Purpose
 * @typedef {{account: {name: string | null, created_at: string}, identity: Omit<Identity, "id">, deletes_account: boolean}} Taken
 *   an identity of another account, and what a move does to that account
 * @typedef {{message: string, recipient: string, nonce: string, callback_url?: string | null, network: string,
 *   expires_at: string}} NearChallenge
 */

/** A refusal of the server (RFC 9457), or the news that it could not be asked. */
export class Problem extends Error {
  /**
   * @param {number} status @param {string} code @param {string} detail @param {string} [trace]
   * @param {Taken} [taken] with `identity_in_use`, if the identity can be moved
   */
  constructor(status, code, detail, trace, taken) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.trace = trace;
    this.taken = taken;
  }
}

/** Tells the page that the session behind it is over: `signed-out`. */
export const sessionEvents = new EventTarget();

/**
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  /** @type {RequestInit} */
  const request = { method, credentials: "same-origin", cache: "no-store", redirect: "error", signal: AbortSignal.timeout(45_000) };
  if (method !== "GET") {
    request.headers = { "Content-Type": "application/json" };
    request.body = JSON.stringify(body ?? {});
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    const detail = navigator.onLine
      ? "The server did not answer. Wait a moment and try again."
      : "You are offline. Connect to the network and try again.";
    throw new Problem(0, "unreachable", detail);
  }
  if (response.status === 204) return undefined;
  if (response.ok && response.headers.get("Content-Disposition")) return attachment(response);
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw problemOf(response, answer);
}

/** @param {Response} response */
async function attachment(response) {
  const name = /filename="([\w.-]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { file: await response.blob(), name: name ?? "account.json" };
}

/** @param {Response} response @param {any} answer */
function problemOf(response, answer) {
  const code = typeof answer?.code === "string" ? answer.code : "unexpected_answer";
  let detail = typeof answer?.detail === "string" ? answer.detail : answer?.title;
  if (typeof detail !== "string") detail = `The server answered in a way this page does not know (${response.status}).`;
  const wait = Number(response.headers.get("Retry-After"));
  if (response.status === 429 && wait > 0) {
    detail += wait > 90 ? ` Try again in ${Math.ceil(wait / 60)} minutes.` : ` Try again in ${Math.ceil(wait)} seconds.`;
  }
  return new Problem(response.status, code, detail.slice(0, 600), answer?.trace_id, answer?.identity_in_use);
}

/**
 * A call of a signed-in person. A 401 can mean "this proof does not hold" or "nobody is signed in
 * any more": the state says which.
 *
 * @param {string} method @param {string} path @param {unknown} [body]
 */
async function callSignedIn(method, path, body) {
  try {
    return await call(method, path, body);
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401 && problem.code !== "insufficient_user_authentication") {
      const state = await getState().catch(() => undefined);
      if (state && !state.signed_in) sessionEvents.dispatchEvent(new CustomEvent("signed-out", { detail: state }));
    }
    throw problem;
  }
}

/** @returns {Promise<State>} */
export const getState = () => call("GET", "/session/state");

/** @param {Purpose} purpose */
const caller = (purpose) => (purpose === "sign_in" ? call : callSignedIn);

/**
 * @param {{address: string, chain_id: number, domain: string, uri: string, purpose: Purpose, ticket?: string}} request
 * @returns {Promise<{message: string, expires_at: string}>}
 */
export const ethereumMessage = (request) => caller(request.purpose)("POST", "/session/ethereum/message", request);

/**
 * @param {{network: string, purpose: Purpose, ticket?: string}} request
 * @returns {Promise<NearChallenge>}
 */
export const nearChallenge = (request) => caller(request.purpose)("POST", "/session/near/challenge", request);

/**
 * Sends a proof: signs in, or links the proven wallet to the account, or moves it there from another account.
 *
 * @param {"ethereum" | "near"} kind @param {Purpose} purpose @param {object} proof
 * @param {Taken} [moving] the offer that the user has confirmed; if it is true no more, the server makes another
 * @returns {Promise<State>}
 */
export const submitProof = (kind, purpose, proof, moving) => (purpose === "sign_in"
  ? call("POST", `/session/${kind}/sign-in`, proof)
  : callSignedIn("POST", `/session/${kind}/link`, moving
    ? { ...proof, move: true, confirmed: { account: moving.account, deletes_account: moving.deletes_account } } : proof));

/**
 * A part of the list, the newest first.
 *
 * @param {string} [cursor] of the part before
 * @returns {Promise<{items: any[], next_cursor?: string}>}
 */
export const listSessions = (cursor) =>
  callSignedIn("GET", `/session/sessions${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""}`);

/** @param {string} id */
export const revokeSession = (id) => callSignedIn("DELETE", `/session/sessions/${encodeURIComponent(id)}`);

/** @param {string} id */
export const unlinkIdentity = (id) => callSignedIn("DELETE", `/session/user/identities/${encodeURIComponent(id)}`);

/** Everything that is stored about the user. @returns {Promise<{file: Blob, name: string}>} */
export const exportAccount = () => callSignedIn("GET", "/session/user/export");

/** @returns {Promise<void>} */
export const deleteAccount = () => callSignedIn("DELETE", "/session/user");

/** @param {string | null} name @returns {Promise<State>} */
export const rename = (name) => callSignedIn("PATCH", "/session/user", { name });

/**
 * One step of a sign-in for an app: `redirect_to` says that it is over, and where to go; else the step after
 * it takes the ticket of the answer.
 *
 * @param {"" | "/allow" | "/deny"} step @param {string} ticket
 * @param {string | null} [session] that a sign-in on the page has just opened
 * @returns {Promise<Authorization>}
 */
export const authorization = (step, ticket, session) =>
  call("POST", `/session/authorization${step}`, session ? { ticket, session_id: session } : { ticket });

/**
 * The device that shows a code.
 *
 * @param {string} code
 * @returns {Promise<Device>}
 */
export const findDevice = (code) => call("POST", "/session/device", { user_code: code });

/** @param {"/allow" | "/deny"} step @param {string} ticket */
export const decideDevice = (step, ticket) => call("POST", `/session/device${step}`, { ticket });

/**
 * One step of a sign-out that an app asks for.
 *
 * @param {"" | "/confirm"} step @param {string} ticket
 * @returns {Promise<{next: "confirm" | "ended", redirect_to?: string | null, return_to?: string | null,
 *   client?: string | null, state?: State | null}>}
 */
export const endSession = (step, ticket) => call("POST", `/session/end${step}`, { ticket });

/** @param {"this" | "others" | "all"} scope */
export const signOut = (scope) => callSignedIn("POST", "/session/sign-out", { scope });
