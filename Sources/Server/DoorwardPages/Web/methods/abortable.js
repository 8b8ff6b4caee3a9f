import { PageError } from "../messages/page-error.js";

/**
 * Settles as the promise does, or rejects when the signal is aborted. A later answer is dropped.
 *
 * @template Value
 * @param {Promise<Value>} promise @param {AbortSignal} signal
 * @returns {Promise<Value>}
 */
export function abortable(promise, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason instanceof PageError ? signal.reason : new PageError("cancelled"));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
