import { passwordStrength } from "../../server/password.js";
import { adviceText, text } from "./text.js";

/** The pause after the last key, in milliseconds. The server counts the requests. */
const pause = 700;

/**
 * Asks the server for the strength of a password after the user has paused. Without an answer, nothing is shown. A form
 * that the user has left asks nothing.
 *
 * @param {HTMLInputElement} input of the password
 * @param {(estimate: {isWeak: boolean, said: string}) => void} show
 * @param {string} [ticket] the request of the client
 */
export function strengthEstimate(input, show, ticket) {
  let timer = 0;
  let last = 0;
  const cancel = () => {
    clearTimeout(timer);
    last += 1;
  };
  /** @param {string} password @param {readonly string[]} identifiers of the user */
  const ask = (password, identifiers) => {
    cancel();
    const own = last;
    timer = setTimeout(async () => {
      if (!input.isConnected) return;
      const strength = await passwordStrength({ password, identifiers, ticket }).catch(() => undefined);
      // The user has typed more.
      if (strength && own === last) show(estimateOf(strength));
    }, pause);
  };
  return { ask, cancel };
}

/**
 * The words for an estimate. A newer server may have codes without a sentence.
 *
 * @param {import("../../server/types.js").PasswordStrength} strength
 */
export function estimateOf({ score, advice }) {
  if (score >= 3) return { isWeak: false, said: text("hardToGuess") };
  const [reason] = advice.flatMap((code) => adviceText(code) ?? []);
  return { isWeak: true, said: reason ?? text("easyToGuess") };
}
