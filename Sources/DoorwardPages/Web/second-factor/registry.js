import { Problem } from "../server/problem.js";
import { recoveryCode } from "./recovery-code.js";
import { totp } from "./totp.js";

/**
 * The kinds of second factors, in the order in which the page offers them.
 *
 * @typedef {import("./factor.js").Factor} Factor
 * @typedef {import("../server/types.js").SecondFactorRequest} SecondFactorRequest
 */

/** @type {readonly Factor[]} */
export const factors = Object.freeze([totp, recoveryCode]);

/** @param {SecondFactorRequest} request @returns {Factor[]} the kinds that the user has and the page knows */
export const offeredFactors = ({ methods }) => factors.filter(({ name }) => methods.includes(name));

/**
 * The sign-in that waits for a second factor.
 *
 * @param {unknown} error of a sign-in
 * @returns {SecondFactorRequest | undefined} nothing if the error is another one, or if the page knows none of the user's
 *   factors
 */
export function secondFactorRequest(error) {
  const request = error instanceof Problem && error.code === "second_factor_required" ? error.secondFactor : undefined;
  return request && offeredFactors(request).length > 0 ? request : undefined;
}
