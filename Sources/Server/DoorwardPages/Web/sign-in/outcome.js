import { PageError } from "../messages/page-error.js";
import { secondFactorRequest } from "../second-factor/registry.js";
import { isTicketOver, needsRecentSignIn, Problem } from "../server/problem.js";
import { DeletionPending } from "../server/sign-in.js";

/**
 * The action of the page after a flow has stopped.
 *
 * `back`: show the choices; `over`: the app's request has expired; `signAgain`: the user signs in again first;
 * `secondFactor`: the server asks for a second factor; `askToKeep`: the account is about to be deleted; `offerMove`: the
 * identity belongs to another account;
 * `tookTooLong` and `stopped`: show the reason and offer a retry.
 *
 * @typedef {import("../server/types.js").Taken} Taken
 * @typedef {import("../server/types.js").SecondFactorRequest} SecondFactorRequest
 * @typedef {{next: "back" | "tookTooLong"} | {next: "over" | "signAgain", error: Problem} | {next: "offerMove", taken: Taken}
 *   | {next: "secondFactor", request: SecondFactorRequest} | {next: "askToKeep", pending: DeletionPending}
 *   | {next: "stopped", isDeclined: boolean}} Outcome
 */

/**
 * @param {unknown} error why the flow stopped
 * @param {{isForApp: boolean, canSignAgain: boolean}} page `isForApp`: the page serves the request of an app;
 *   `canSignAgain`: the page can ask the user to sign in again during this flow
 * @returns {Outcome}
 */
export function outcomeOf(error, { isForApp, canSignAgain }) {
  if (error instanceof PageError && error.kind === "cancelled") return { next: "back" };
  if (canSignAgain && needsRecentSignIn(error)) return { next: "signAgain", error };
  const request = secondFactorRequest(error);
  if (request) return { next: "secondFactor", request };
  if (error instanceof DeletionPending) return { next: "askToKeep", pending: error };
  if (isForApp && isTicketOver(error)) return { next: "over", error };
  if (error instanceof Problem && error.taken) return { next: "offerMove", taken: error.taken };
  if (error instanceof Problem && error.code === "challenge_expired") return { next: "tookTooLong" };
  return { next: "stopped", isDeclined: error instanceof PageError && error.kind === "declined" };
}
