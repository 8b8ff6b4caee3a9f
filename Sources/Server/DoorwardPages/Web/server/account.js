import { callSignedIn } from "./call.js";

/** The requests of the account page. */

/**
 * A part of the list of sessions, the newest first.
 *
 * @param {string} [cursor] `next_cursor` of the part before
 */
export const listSessions = (cursor) =>
  callSignedIn("GET", cursor ? `/session/sessions?cursor=${encodeURIComponent(cursor)}` : "/session/sessions");

/**
 * A part of the activity, the newest first.
 *
 * @param {number} limit @param {string} [cursor] `next_cursor` of the part before
 */
export const listActivity = (limit, cursor) =>
  callSignedIn("GET", `/session/user/activity?limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);

/** @param {string} id */
export const revokeSession = (id) => callSignedIn("DELETE", `/session/sessions/${encodeURIComponent(id)}`);

/** The apps to which the user has granted something. */
export const listApplications = () => callSignedIn("GET", "/session/applications");

/** @param {string} id */
export const withdrawGrant = (id) => callSignedIn("DELETE", `/session/applications/${encodeURIComponent(id)}`);

/** @param {Contract.SignOutRequest["scope"]} scope */
export const signOut = (scope) => callSignedIn("POST", "/session/sign-out", { scope });

/** @param {string} id */
export const unlinkIdentity = (id) => callSignedIn("DELETE", `/session/user/identities/${encodeURIComponent(id)}`);

/**
 * Changes members of the user. Null clears one.
 *
 * @param {import("./types.js").UserPatch} patch
 */
export const updateUser = (patch) => callSignedIn("PATCH", "/session/user", patch);

/**
 * Everything that is stored about the user, as a file.
 *
 * @returns {Promise<{file: Blob, name: string}>}
 */
export const exportAccount = () => /** @type {Promise<any>} */ (callSignedIn("GET", "/session/user/export"));

export const deleteAccount = () => callSignedIn("DELETE", "/session/user");
