import { callSignedIn } from "./call.js";

/**
 * The requests of the account page.
 *
 * @typedef {import("./types.js").Session} Session
 */

/**
 * A part of the list of sessions, the newest first.
 *
 * @param {string} [cursor] `next_cursor` of the part before
 * @returns {Promise<{items: Session[], next_cursor?: string}>}
 */
export const listSessions = (cursor) =>
  callSignedIn("GET", `/session/sessions${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ""}`);

/** @param {string} id @returns {Promise<void>} */
export const revokeSession = (id) => callSignedIn("DELETE", `/session/sessions/${encodeURIComponent(id)}`);

/** @returns {Promise<{items: import("./types.js").GrantedApplication[]}>} the apps to which the user has granted something */
export const listApplications = () => callSignedIn("GET", "/session/applications");

/** @param {string} id @returns {Promise<void>} */
export const withdrawGrant = (id) => callSignedIn("DELETE", `/session/applications/${encodeURIComponent(id)}`);

/** @param {"this" | "others" | "all"} scope @returns {Promise<void>} */
export const signOut = (scope) => callSignedIn("POST", "/session/sign-out", { scope });

/** @param {string} id @returns {Promise<void>} */
export const unlinkIdentity = (id) => callSignedIn("DELETE", `/session/user/identities/${encodeURIComponent(id)}`);

/**
 * Changes members of the user. Null clears one.
 *
 * @param {import("./types.js").UserPatch} patch @returns {Promise<import("./types.js").State>}
 */
export const updateUser = (patch) => callSignedIn("PATCH", "/session/user", patch);

/**
 * Everything that is stored about the user.
 *
 * @returns {Promise<{file: Blob, name: string}>}
 */
export const exportAccount = () => callSignedIn("GET", "/session/user/export");

/** @returns {Promise<void>} */
export const deleteAccount = () => callSignedIn("DELETE", "/session/user");
