/**
 * The one thing that leaves this origin: a signature, to the account page that asked for it.
 *
 * @typedef {{id: string, network: "mainnet" | "testnet", message: string, recipient: string,
 *   nonce: Uint8Array, callbackUrl?: string}} Request
 * @typedef {{account_id: string, public_key: string, signature: string, wallet_id: string}} Signed
 */

/** @param {unknown} value @param {number} limit @returns {value is string} */
const isText = (value, limit) => typeof value === "string" && value.length > 0 && value.length <= limit;

/** @param {string} base64 @returns {Uint8Array | null} */
export function bytesOfBase64(base64) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** @param {any} said @returns {Request | null} */
function requestOf(said) {
  if (typeof said !== "object" || said === null || said.type !== "doorward.sign") return null;
  const { id, network, message, recipient, nonce, callback_url } = said;
  if (!isText(id, 64) || !isText(message, 16_384) || !isText(recipient, 1_024) || !isText(nonce, 64)) return null;
  if (network !== "mainnet" && network !== "testnet") return null;
  const bytes = bytesOfBase64(nonce);
  if (bytes?.length !== 32) return null; // NEP-413: 32 bytes
  return { id, network, message, recipient, nonce: bytes, ...(isText(callback_url, 2_048) ? { callbackUrl: callback_url } : {}) };
}

/**
 * Made before any library code runs: what is taken from `window` here cannot be replaced later.
 *
 * @param {string} accountOrigin
 */
export function openChannel(accountOrigin) {
  const parent = window.parent;
  const post = parent.postMessage.bind(parent);
  /** @type {Request | null} */
  let current = null;
  /** @type {(request: Request) => void} */
  let arrived;
  /** @type {Promise<Request>} */
  const request = new Promise((resolve) => { arrived = resolve; });

  // Frames of wallets and popups can post to this window; only the account page may ask.
  window.addEventListener("message", (event) => {
    if (event.source !== parent || event.origin !== accountOrigin || current) return;
    const asked = requestOf(event.data);
    if (!asked) return;
    current = asked;
    arrived(asked);
  });

  const tell = (/** @type {object} */ message) => post(message, accountOrigin);
  return {
    request,
    ready: () => tell({ type: "doorward.ready" }),
    /** @param {Signed} signed */
    signed: (signed) => tell({ type: "doorward.signed", id: current?.id, ...signed }),
    cancelled: () => tell({ type: "doorward.cancelled", id: current?.id }),
    /** @param {string} reason */
    failed: (reason) => tell({ type: "doorward.failed", id: current?.id, reason }),
  };
}
