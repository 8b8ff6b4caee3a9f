import { plainText } from "./format.js";

/**
 * Why a wallet did not do what was asked, in words for the person. `kind` is for the page:
 * `rejected`, `pending`, `unsupported`, `account`, `failed`, `cancelled`.
 */
export class WalletError extends Error {
  /** @param {string} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.name = "WalletError";
    this.kind = kind;
  }
}

/** The answer of a wallet that comes after the person gave up is dropped. */
export const cancelled = () => new WalletError("cancelled", "Cancelled.");

/**
 * @template Value
 * @param {Promise<Value>} promise @param {AbortSignal} signal
 * @returns {Promise<Value>}
 */
export function abortable(promise, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof WalletError ? signal.reason : cancelled());
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * The codes of a wallet's error. Some wallets wrap the one that matters.
 *
 * @param {any} error
 * @returns {number[]}
 */
function codes(error) {
  return [error?.code, error?.data?.originalError?.code, error?.data?.code, error?.cause?.code]
    .filter((code) => typeof code === "number");
}

/** @param {any} error @param {string} name of the wallet */
function walletError(error, name) {
  if (error instanceof WalletError) return error;
  const found = codes(error);
  if (found.includes(4001)) {
    return new WalletError("rejected", `You declined in ${name}. Nothing was signed.`);
  }
  if (found.includes(-32002)) {
    return new WalletError("pending", `${name} still waits for an answer to an earlier request. Open ${name}, answer or close that request, then try again.`);
  }
  if ([4200, -32601, -32004].some((code) => found.includes(code))) {
    return new WalletError("unsupported", `${name} does not support this request.`);
  }
  if (found.includes(4100)) {
    return new WalletError("account", `${name} has not allowed this site to use the account. Connect it again.`);
  }
  if (found.includes(4900) || found.includes(4901)) {
    return new WalletError("failed", `${name} is not connected to its network. Check the wallet, then try again.`);
  }
  const said = plainText(error?.message, 160);
  return new WalletError("failed", said ? `${name} could not do it. It said: “${said}”` : `${name} could not do it and gave no reason.`);
}

/**
 * Asks a wallet (EIP-1193 §request).
 *
 * @param {import("./discovery.js").Wallet} wallet
 * @param {string} method @param {unknown[]} params @param {AbortSignal} signal
 * @returns {Promise<unknown>}
 */
export async function ask(wallet, method, params, signal) {
  try {
    return await abortable(Promise.resolve(wallet.provider.request({ method, params })), signal);
  } catch (error) {
    throw walletError(error, wallet.name);
  }
}

/**
 * Watches for an event of a wallet, where it offers events.
 *
 * @param {import("./discovery.js").Wallet} wallet
 * @param {string} event @param {(value: unknown) => void} listener
 * @returns {() => void} stops watching
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
      // A wallet that cannot stop is heard no more: the flow it spoke to is over.
    }
  };
}
