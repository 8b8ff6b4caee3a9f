/**
 * What leaves this origin, to the account page alone: that a wallet has been chosen, and a signature.
 *
 * @typedef {"mainnet" | "testnet"} Network
 * @typedef {{number: number, message: string, recipient: string, nonce: Uint8Array, callbackUrl?: string}} Request
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
  const { number, message, recipient, nonce, callback_url } = said;
  if (!Number.isSafeInteger(number)) return null;
  if (!isText(message, 16_384) || !isText(recipient, 1_024) || !isText(nonce, 64)) return null;
  const bytes = bytesOfBase64(nonce);
  if (bytes?.length !== 32) return null; // NEP-413: 32 bytes
  return { number, message, recipient, nonce: bytes, ...(isText(callback_url, 2_048) ? { callbackUrl: callback_url } : {}) };
}

/**
 * Made before any library code runs: what is taken from `window` here cannot be replaced later.
 *
 * @param {string} accountOrigin
 */
export function openChannel(accountOrigin) {
  const parent = window.parent;
  const post = parent.postMessage.bind(parent);
  /** The name of this opening of the frame. @type {string | undefined} */
  let id;
  /** @type {(network: Network) => void} */
  let opened;
  /** @type {Promise<Network>} */
  const network = new Promise((resolve) => { opened = resolve; });
  /** @type {((request: Request) => void)[]} */
  let waiting = [];

  // Frames of wallets and popups can post to this window; only the account page may ask.
  window.addEventListener("message", (event) => {
    if (event.source !== parent || event.origin !== accountOrigin) return;
    const said = event.data;
    if (typeof said !== "object" || said === null) return;
    if (said.type === "doorward.open" && !id && isText(said.id, 64)
      && (said.network === "mainnet" || said.network === "testnet")) {
      id = said.id;
      opened(said.network);
    }
    if (said.type !== "doorward.sign" || !id || said.id !== id) return;
    const request = requestOf(said);
    if (!request) return;
    for (const resolve of waiting) resolve(request);
    waiting = [];
  });

  const tell = (/** @type {object} */ message) => post(message, accountOrigin);
  return {
    network,
    ready: () => tell({ type: "doorward.ready" }),
    /** Says that a wallet has been chosen. @returns {Promise<Request>} what it is to sign */
    chosen: () => new Promise((resolve) => {
      waiting.push(resolve);
      tell({ type: "doorward.chosen", id });
    }),
    /** @param {Request} request @param {Signed} signed */
    signed: (request, signed) => tell({ type: "doorward.signed", id, number: request.number, ...signed }),
    cancelled: () => tell({ type: "doorward.cancelled", id }),
    /** @param {string} reason */
    failed: (reason) => tell({ type: "doorward.failed", id, reason }),
  };
}
