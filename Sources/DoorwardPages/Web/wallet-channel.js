/**
 * What leaves this origin, to the account page alone: that a challenge is wanted, which one a wallet
 * signs, and a signature.
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
  /** @type {(opening: {network: Network, last?: string}) => void} */
  let opened;
  /** What the account page asks for, and the id of the wallet that was used last. @type {Promise<{network: Network, last?: string}>} */
  const opening = new Promise((resolve) => { opened = resolve; });
  /** The challenge that the next wallet signs: asked for, and perhaps here already. @type {Promise<Request> | undefined} */
  let next;
  /** @type {(request: Request) => void} */
  let came = () => {};
  /** Until when it may wait for a choice; without end while it is on its way. */
  let keptUntil = 0;

  // Frames of wallets and popups can post to this window; only the account page may ask.
  window.addEventListener("message", (event) => {
    if (event.source !== parent || event.origin !== accountOrigin) return;
    const said = event.data;
    if (typeof said !== "object" || said === null) return;
    if (said.type === "doorward.open" && !id && isText(said.id, 64)
      && (said.network === "mainnet" || said.network === "testnet")) {
      id = said.id;
      opened({ network: said.network, last: isText(said.last, 64) ? said.last : undefined });
    }
    if (said.type !== "doorward.challenge" || !id || said.id !== id) return;
    const request = requestOf(said);
    if (!request) return;
    keptUntil = Date.now() + (Number(said.kept_for) || 0);
    came(request);
  });

  const tell = (/** @type {object} */ message) => post(message, accountOrigin);
  const prepare = () => {
    if (next && Date.now() < keptUntil) return;
    keptUntil = Infinity;
    next = new Promise((resolve) => { came = resolve; });
    tell({ type: "doorward.ask", id });
  };
  return {
    opening,
    ready: () => tell({ type: "doorward.ready" }),
    /** Asks for a challenge ahead, unless there is one that can wait for a choice. */
    prepare,
    /** @returns {Promise<Request>} what the next wallet is to sign */
    request: async () => {
      prepare();
      return /** @type {Promise<Request>} */ (next);
    },
    /** Says that a wallet is about to sign; another wallet gets another. @param {Request} request */
    chosen: (request) => {
      next = undefined;
      tell({ type: "doorward.chosen", id, number: request.number });
    },
    /** @param {Request} request @param {Signed} signed */
    signed: (request, signed) => tell({ type: "doorward.signed", id, number: request.number, ...signed }),
    cancelled: () => tell({ type: "doorward.cancelled", id }),
    /** @param {string} reason */
    failed: (reason) => tell({ type: "doorward.failed", id, reason }),
  };
}
