import { plainText } from "../../format/text.js";
import { catalog } from "../../messages/catalog.js";
import { PageError } from "../../messages/page-error.js";
import { abortable } from "../abortable.js";

const { text } = catalog("ethereum");

/**
 * Requests to a wallet (EIP-1193).
 *
 * @typedef {import("./discovery.js").Wallet} Wallet
 */

/**
 * The codes of a wallet's error. Some wallets wrap the code that matters.
 *
 * @param {any} error
 * @returns {number[]}
 */
const codes = (error) => [error?.code, error?.data?.originalError?.code, error?.data?.code, error?.cause?.code]
  .filter((code) => typeof code === "number");

/**
 * The error codes that have a meaning (EIP-1193 §Provider Errors, EIP-1474 §Error codes), the most specific first.
 *
 * @type {readonly (readonly [meaning: "declined" | "pending" | "unsupported" | "notAllowed" | "disconnected", codes: readonly number[]])[]}
 */
const meanings = [
  ["declined", [4001]],
  ["pending", [-32002]],
  ["unsupported", [4200, -32601, -32004]],
  ["notAllowed", [4100]],
  ["disconnected", [4900, 4901]],
];

/**
 * The sentence for a wallet's error.
 *
 * @param {unknown} error
 */
export function meaningOf(error) {
  const found = codes(error);
  return meanings.find(([, known]) => known.some((code) => found.includes(code)))?.[0];
}

/** A wallet refused a request or could not answer it. */
export class WalletError extends PageError {
  /** @param {any} error the wallet's own error @param {string} wallet the name of the wallet */
  constructor(error, wallet) {
    const meaning = meaningOf(error);
    const said = plainText(error?.message, 160);
    super(meaning === "declined" ? "declined" : "failed", meaning ? text(meaning, { wallet })
      : said ? text("failedSaying", { wallet, said }) : text("failed", { wallet }));
    this.meaning = meaning;
  }
}

/**
 * @param {Wallet} wallet
 * @param {string} method @param {unknown[]} params @param {AbortSignal} signal
 * @returns {Promise<unknown>} rejects with a `WalletError`, or with the reason of the signal if it is aborted
 */
export async function ask(wallet, method, params, signal) {
  try {
    return await abortable(Promise.resolve(wallet.provider.request({ method, params })), signal);
  } catch (error) {
    throw error instanceof PageError ? error : new WalletError(error, wallet.name);
  }
}

/**
 * Listens to an event of a wallet, if the wallet has events.
 *
 * @param {Wallet} wallet
 * @param {string} event @param {(value: unknown) => void} listener
 * @returns {() => void} stops listening
 */
export function watch(wallet, event, listener) {
  try {
    wallet.provider.on?.(event, listener);
  } catch {
    return () => {};
  }
  return () => {
    try {
      wallet.provider.removeListener?.(event, listener);
    } catch {
      // The wallet cannot remove listeners. The flow is over, so a later event has no effect.
    }
  };
}
