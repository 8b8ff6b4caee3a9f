/**
 * The link in the message with the code. It opens a separate page, which sends the secret of the link to the tab that
 * requested the code. The tabs of other browsers cannot be reached, so a link does not sign in its reader for anyone
 * else.
 */

/**
 * The name of a challenge, as it is in the link.
 *
 * @param {string} challenge @returns {Promise<string>}
 */
export async function challengeName(challenge) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(challenge)));
  return btoa(String.fromCharCode(...digest.subarray(0, 12))).replaceAll("+", "-").replaceAll("/", "_");
}

/** @param {string} name of a challenge */
const channel = (name) => new BroadcastChannel(`doorward-code-${name}`);

/**
 * Waits until the link in the message with the code is opened.
 *
 * @param {string} challenge @param {(secret: string) => boolean} take is given the secret, and says whether it takes it
 * @returns {() => void} stops it
 */
export function awaitLink(challenge, take) {
  /** @type {BroadcastChannel | undefined} */
  let waiting;
  let isOver = false;
  void challengeName(challenge).then((name) => {
    if (isOver) return;
    waiting = channel(name);
    waiting.onmessage = ({ data }) => {
      if (typeof data?.secret === "string" && take(data.secret)) waiting?.postMessage({ taken: true });
    };
  });
  return () => {
    isOver = true;
    waiting?.close();
  };
}

/**
 * Reads the part of a link after `#`.
 *
 * @param {string} fragment @returns {{name: string, secret: string} | undefined}
 */
export function linkOf(fragment) {
  const [, name, secret] = /^([\w-]{16})\.([\w-]{22})$/.exec(fragment) ?? [];
  return secret ? { name, secret } : undefined;
}

/**
 * Gives the secret to the tab that waits for it.
 *
 * @param {{name: string, secret: string}} link @param {number} patience in milliseconds
 * @returns {Promise<boolean>} whether a tab has taken it
 */
export function giveLink({ name, secret }, patience = 3_000) {
  const giving = channel(name);
  return new Promise((/** @type {(isTaken: boolean) => void} */ resolve) => {
    const timer = setTimeout(() => resolve(false), patience);
    giving.onmessage = ({ data }) => {
      if (data?.taken !== true) return;
      clearTimeout(timer);
      resolve(true);
    };
    giving.postMessage({ secret });
  }).finally(() => giving.close());
}
