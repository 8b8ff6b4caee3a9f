import { textsOf } from "../elements/kept-step.js";
import { Problem } from "../server/problem.js";
import { newAuthenticator } from "./new-authenticator.js";
import { newPasskey } from "./new-passkey.js";
import { passkey } from "./passkey.js";
import { recoveryCode } from "./recovery-code.js";
import { sentCode } from "./sent-code.js";
import { totp } from "./totp.js";

/**
 * The kinds of second factors, in the order in which the page offers them.
 *
 * @typedef {import("./factor.js").Factor} Factor
 * @typedef {import("../server/types.js").SecondFactorRequest} SecondFactorRequest
 */

/** @type {readonly Factor[]} */
export const factors = Object.freeze([passkey, totp, sentCode, recoveryCode]);

/**
 * The kinds that a user without a second factor can add during a sign-in.
 *
 * @type {readonly Factor[]}
 */
export const enrollments = Object.freeze([newAuthenticator, newPasskey]);

/**
 * The kinds that finish the sign-in and that the page knows.
 *
 * @param {SecondFactorRequest} request @returns {Factor[]}
 */
export const offeredFactors = ({ methods, enrollment_methods = [] }) => (methods.length > 0
  ? factors.filter(({ name }) => methods.includes(name)) : enrollments.filter(({ name }) => enrollment_methods.some((method) => method === name)));

/**
 * The sign-in that waits for a second factor, as this tab has kept it.
 *
 * @param {any} value @returns {SecondFactorRequest | undefined}
 */
export function keptRequest(value) {
  const isList = (/** @type {unknown} */ list) => Array.isArray(list) && list.every((name) => typeof name === "string");
  if (!textsOf(value, ["challenge_id", "expires_at"]) || !isList(value.methods) || !isList(value.enrollment_methods ?? [])) return undefined;
  return offeredFactors(value).length > 0 ? value : undefined;
}

/**
 * The sign-in that waits for a second factor.
 *
 * @param {unknown} error of a sign-in
 * @returns {SecondFactorRequest | undefined} nothing if the error is another one, or if the page knows none of the
 *   factors
 */
export function secondFactorRequest(error) {
  const request = error instanceof Problem && error.code === "second_factor_required" ? error.secondFactor : undefined;
  return request && offeredFactors(request).length > 0 ? request : undefined;
}
