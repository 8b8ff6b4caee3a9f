import { failureOf, notSupported, pageError } from "./failures.js";
import { optionsOf, responseOf } from "./json.js";

/**
 * The ceremonies of the browser (WebAuthn L3 §5.1). The type check does not know their new parts yet.
 *
 * @typedef {import("../../server/types.js").PasskeyOptionsJSON} OptionsJSON
 */

/** @type {any} */
const page = globalThis;

/** Whether this browser supports passkeys. A page without https cannot use them. */
export const isSupported = () => typeof page.PublicKeyCredential === "function" && Boolean(page.navigator?.credentials);

/**
 * Whether this browser has a capability (WebAuthn L3 §5.1.7), such as `conditionalCreate`.
 *
 * @param {string} name @returns {Promise<boolean>}
 */
export async function can(name) {
  if (!isSupported()) return false;
  const { PublicKeyCredential: type } = page;
  try {
    if (type.getClientCapabilities) return (await type.getClientCapabilities())[name] === true;
    // Browsers before this function.
    if (name === "conditionalGet") return await type.isConditionalMediationAvailable?.() ?? false;
    return name === "passkeyPlatformAuthenticator" && await type.isUserVerifyingPlatformAuthenticatorAvailable();
  } catch {
    return false;
  }
}

/** Ends the ceremony that runs. A browser has one at a time. */
let running = new AbortController();

/**
 * Runs a ceremony that the user has asked for. It ends the one before.
 *
 * @param {import("./failures.js").Ceremony} ceremony @param {OptionsJSON} options
 * @param {AbortSignal | undefined} signal closes the window of the browser
 * @param {(signal: AbortSignal) => Promise<any>} run
 * @returns {Promise<any>} the response
 */
async function attempt(ceremony, options, signal, run) {
  if (!isSupported()) throw notSupported();
  running.abort();
  const own = running = new AbortController();
  signal?.addEventListener("abort", () => own.abort(), { once: true });
  const start = performance.now();
  try {
    return responseOf(await run(own.signal));
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw pageError(failureOf(name, { ceremony, elapsed: performance.now() - start, timeout: options.timeout }));
  }
}

/**
 * Asks for a passkey in the browser's window.
 *
 * @param {OptionsJSON} options @param {AbortSignal} [signal] closes the window
 * @returns {Promise<Contract.PasskeyAssertion>}
 */
export const usePasskey = (options, signal) => attempt("get", options, signal, (ending) =>
  page.navigator.credentials.get({ publicKey: optionsOf(options), signal: ending }));

/**
 * Asks for a passkey of this device. If it has none, the browser shows nothing and this fails at once. A page must not
 * close the window of such a request, because it would learn silently whether the user has a passkey. So the request has
 * no `signal`.
 *
 * @param {OptionsJSON} options
 * @returns {Promise<Contract.PasskeyAssertion>}
 */
export const usePasskeyOfDevice = (options) => attempt("immediate", options, undefined, () =>
  page.navigator.credentials.get({ publicKey: optionsOf(options), uiMode: "immediate" }));

/**
 * Makes a passkey in the browser's window.
 *
 * @param {OptionsJSON} options
 * @returns {Promise<Contract.PasskeyAttestation>}
 */
export const makePasskey = (options) => attempt("create", options, undefined, (ending) =>
  page.navigator.credentials.create({ publicKey: optionsOf(options), signal: ending }));

/**
 * Waits until the user picks a passkey in a field with `autocomplete="webauthn"`.
 *
 * @param {OptionsJSON} options @param {AbortSignal} signal
 * @returns {Promise<Contract.PasskeyAssertion>} fails with an error of the browser
 */
export const awaitPasskey = async (options, signal) =>
  responseOf(await page.navigator.credentials.get({ publicKey: optionsOf(options), signal, mediation: "conditional" }));

/**
 * Makes a passkey without a window, if the user has just signed in with a password of the browser's password manager.
 *
 * @param {OptionsJSON} options @param {AbortSignal} signal
 * @returns {Promise<Contract.PasskeyAttestation>} fails with an error of the browser
 */
export const makePasskeySilently = async (options, signal) =>
  responseOf(await page.navigator.credentials.create({ publicKey: optionsOf(options), signal, mediation: "conditional" }));
