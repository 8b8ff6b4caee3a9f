import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/** The requests of passwords. */

/** @param {Contract.PagePasswordStrengthRequest} typed */
export const passwordStrength = (typed) => call("POST", "/session/password/strength", typed);

/** @param {Contract.PagePasswordProof} proof */
export const signInWithPassword = (proof) => sendSignIn("/session/password/sign-in", proof);

/**
 * The code proves the address. A user name alone has no address, so the answer is the state.
 *
 * @param {Contract.PagePasswordSignUpRequest} user
 */
export const signUpWithPassword = (user) => call("POST", "/session/password/sign-up", user);

/** @param {Contract.PagePasswordResetRequest} request */
export const resetPassword = (request) => call("POST", "/session/password/reset", request);

/** @param {Contract.PagePasswordResetProof} proof */
export const confirmReset = (proof) => sendSignIn("/session/password/reset/confirm", proof);

/** @param {Contract.PasswordChangeRequest} change */
export const changePassword = (change) => callSignedIn("POST", "/session/password/change", change);
