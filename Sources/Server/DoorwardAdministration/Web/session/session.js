import { readSession } from "../server/call.js";

/**
 * The session of the administrator. The server checks each call again; the dashboard only does not show acts that it would refuse.
 *
 * @typedef {import("../server/types.js").Session} Session
 */

/** @type {Session | undefined} */
let current;

/** Reads the session from the server. */
export async function loadSession() {
  current = await readSession();
  return current;
}

/** @param {Session | undefined} session */
export function setSession(session) { current = session; }

/**
 * Whether the administrator may do what the scope opens.
 *
 * @param {string} scope
 */
export const may = (scope) => current?.scopes.includes(scope) ?? false;

/**
 * Whether the administrator may act on a user. To act on another administrator needs the scope for administrators.
 *
 * @param {string | null} role of the user, who may be no administrator @param {string} user the id
 */
export const mayActOn = (role, user) => role === null || isSelf(user) || may("admin.administrators.write");

/** Whether dangerous acts need a new proof of the second factor first. */
export const lacksProof = () => !(current?.is_recent ?? false);

/** @param {string} user the id */
export const isSelf = (user) => current?.user.id === user;
