/**
 * The message for a wallet to sign (NEP-413), as the account page sends it.
 *
 * @typedef {{number: number, message: string, recipient: string, nonce: Uint8Array, callbackUrl?: string}} Request
 */

/** @param {unknown} value @param {number} limit @returns {value is string} */
export const isText = (value, limit) => typeof value === "string" && value.length > 0 && value.length <= limit;

/** @param {string} base64 @returns {Uint8Array | null} */
export function bytesOfBase64(base64) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** @param {any} said a message of the account page @returns {Request | null} null if a member is missing or too long */
export function requestOf(said) {
  const { number, message, recipient, nonce, callback_url } = said;
  if (!Number.isSafeInteger(number)) return null;
  if (!isText(message, 16_384) || !isText(recipient, 1_024) || !isText(nonce, 64)) return null;
  const bytes = bytesOfBase64(nonce);
  if (bytes?.length !== 32) return null; // NEP-413: 32 bytes
  return { number, message, recipient, nonce: bytes, ...(isText(callback_url, 2_048) ? { callbackUrl: callback_url } : {}) };
}
