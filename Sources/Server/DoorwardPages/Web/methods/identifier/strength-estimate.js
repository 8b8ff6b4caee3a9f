import { passwordStrength } from "../../server/password.js";
import { adviceText, errorText, text } from "./text.js";

/** The pause after the last key, in milliseconds. The server counts the requests. */
const pause = 700;

/** The scores of the server's estimate: the highest, and the lowest of a password that it accepts. */
export const highestScore = 4;
export const lowestAccepted = 3;

/**
 * Asks the server for the strength of a password after the user has paused. Without an answer, nothing is shown. A form
 * that the user has left asks nothing.
 *
 * @param {HTMLInputElement} input of the password
 * @param {(estimate: {score: number, said: string}) => void} show
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
      const strength = await passwordStrength({ password, identifiers: [...identifiers], ticket }).catch(() => undefined);
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
export function estimateOf({ score, advice, refusal }) {
  if (score >= lowestAccepted) return { score, said: text("hardToGuess") };
  const refused = refusal === undefined || refusal === "password_too_guessable" ? undefined : errorText(refusal);
  return { score, said: refused ?? reasonText(advice) ?? text("easyToGuess") };
}

/**
 * The sentence for the first reason that has one.
 *
 * @param {readonly string[]} advice
 */
export const reasonText = (advice) => advice.flatMap((code) => adviceText(code) ?? [])[0];
