import { call, callSignedIn } from "./call.js";
import { sendSignIn } from "./sign-in.js";

/**
 * The requests of one-time codes.
 *
 * @typedef {import("./types.js").Address} Address
 */

/** @param {Address & {ticket?: string}} request */
export const sendSignInCode = (request) => call("POST", "/session/code/send", request);

/** @param {Contract.PageCodeProof} proof */
export const signInWithCode = (proof) => sendSignIn("/session/code/sign-in", proof);

/**
 * Finishes a sign-up with a password.
 *
 * @param {Contract.PageCodeVerification} proof
 */
export const finishSignUp = (proof) => sendSignIn("/session/code/verify", proof);

/**
 * Sends a code to a new address of the signed-in user.
 *
 * @param {Address & {purpose: "verify" | "change"}} request
 */
export const sendAddressCode = (request) => callSignedIn("POST", "/session/code/send", request);

/**
 * Sets the address that the code was sent to.
 *
 * @param {Contract.PageCodeVerification} proof
 */
export const setAddress = (proof) => callSignedIn("POST", "/session/code/verify", proof);
