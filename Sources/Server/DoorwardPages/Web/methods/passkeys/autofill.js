import { serverNow } from "../../server/clock.js";

/**
 * Passkeys among the suggestions of the identifier field. The browser waits in the background until the user picks one.
 * A challenge does not wait that long, so the page asks for another one before it expires.
 *
 * @typedef {import("../../server/types.js").PasskeyOptions} PasskeyOptions
 */

/** The time before its end at which a challenge is replaced, in milliseconds. The user has this time to choose and to confirm. */
const margin = 120_000;

/**
 * The time until a challenge is replaced, in milliseconds from now.
 *
 * @param {string} expiresAt RFC 3339 @param {number} now of the server
 */
export function renewalDelay(expiresAt, now) {
  const delay = Date.parse(expiresAt) - now - margin;
  // A clock that is wrong, or a time that cannot be read, must not make the page ask all the time.
  return delay > margin ? delay : margin;
}

/**
 * @template Response
 * @param {{begin: () => Promise<PasskeyOptions>, wait: (options: PasskeyOptions, signal: AbortSignal) => Promise<Response>,
 *   picked: (options: PasskeyOptions, response: Response) => void}} parts
 *   `begin` asks the server for a challenge; `wait` asks the browser for a passkey; `picked` continues with it
 */
export function autofill({ begin, wait, picked }) {
  /** @type {AbortController | null} */
  let running = null;

  /**
   * Waits with one challenge.
   *
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>} whether to continue with another challenge
   */
  const round = async (signal) => {
    const options = await begin();
    if (signal.aborted) return false;
    const ending = new AbortController();
    const end = () => ending.abort();
    signal.addEventListener("abort", end, { once: true });
    const timer = setTimeout(end, renewalDelay(options.expires_at, serverNow()));
    try {
      const response = await wait(options, ending.signal);
      if (!ending.signal.aborted) picked(options, response);
      return false;
    } catch {
      return ending.signal.aborted && !signal.aborted;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    }
  };

  return {
    async start() {
      if (running) return;
      const own = running = new AbortController();
      try {
        while (await round(own.signal));
      } catch {
        // The field and the button work without passkeys.
      }
      if (running === own) running = null;
    },
    stop() {
      running?.abort();
      running = null;
    },
  };
}
