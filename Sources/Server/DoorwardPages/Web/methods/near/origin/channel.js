import { isText, requestOf } from "./request.js";

/**
 * The messages between this origin and the account page. This origin sends: a request for a challenge, the number of the
 * challenge that a wallet signs, a signature, and the end of the flow.
 *
 * @typedef {"mainnet" | "testnet"} Network
 * @typedef {import("./request.js").Request} Request
 * @typedef {{account_id: string, public_key: string, signature: string, wallet_id: string}} Signed
 */

/**
 * Opens the channel. Call this before any code of the library runs: later code cannot replace the functions that this
 * function has taken from `window`.
 *
 * @param {string} accountOrigin
 */
export function openChannel(accountOrigin) {
  const parent = window.parent;
  const post = parent.postMessage.bind(parent);
  /**
   * Names this opening of the frame.
   *
   * @type {string | undefined}
   */
  let id;
  /** @type {(opening: {network: Network, last?: string}) => void} */
  let opened;
  /**
   * The request of the account page, and the id of the wallet that was used last.
   *
   * @type {Promise<{network: Network, last?: string}>}
   */
  const opening = new Promise((resolve) => { opened = resolve; });
  /**
   * The challenge that the next wallet signs. It may not have arrived yet.
   *
   * @type {Promise<Request> | undefined}
   */
  let next;
  /** @type {(request: Request) => void} */
  let arrived = () => {};
  /** The time at which the challenge becomes too old to wait for a choice; infinite until the challenge arrives. */
  let keptUntil = 0;

  // Frames of wallets and popups can post to this window. Only messages of the account page count.
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
    arrived(request);
  });

  const tell = (/** @type {object} */ message) => post(message, accountOrigin);
  const prepare = () => {
    if (next && Date.now() < keptUntil) return;
    keptUntil = Infinity;
    next = new Promise((resolve) => { arrived = resolve; });
    tell({ type: "doorward.ask", id });
  };
  return {
    opening,
    ready: () => tell({ type: "doorward.ready" }),
    /** Asks for a challenge in advance, unless there is one that is fresh enough. */
    prepare,
    /** @returns {Promise<Request>} the request for the next wallet */
    request: async () => {
      prepare();
      return /** @type {Promise<Request>} */ (next);
    },
    /**
     * Reports that a wallet is about to sign this challenge. Another wallet gets another challenge.
     *
     * @param {Request} request
     */
    chosen: (request) => {
      next = undefined;
      tell({ type: "doorward.chosen", id, number: request.number });
    },
    /** @param {Request} request @param {Signed} signed */
    signed: (request, signed) => tell({ type: "doorward.signed", id, number: request.number, ...signed }),
    cancelled: () => tell({ type: "doorward.cancelled", id }),
  };
}
