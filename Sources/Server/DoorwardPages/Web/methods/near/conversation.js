/**
 * The account page's side of the conversation with the wallet frame. The frame may ask for challenges, say which of
 * them a wallet signs, send a signature and cancel. Every other message is ignored.
 *
 * The caller checks the window and the origin of a message; this class checks the message.
 *
 * @typedef {{message: string, recipient: string, nonce: string, callback_url?: string | null, network: string,
 *   expires_at: string}} Challenge
 * @typedef {{account_id: string, public_key: string, signature: string, wallet_id: string}} Signed
 * @typedef {{type: "ignore" | "greet" | "ask" | "tooMany" | "cancel" | "unreadable"}
 *   | {type: "chosen", challenge: Challenge} | {type: "signed", challenge: Challenge, signed: Signed}} Action
 */

/** More than a user tries. The frame runs scripts of others, which must not get challenges without end. */
const mostChallenges = 20;

const longestWait = 120_000;

/**
 * The time that a challenge may wait for the choice of a wallet, in milliseconds: half of its life, so that the other
 * half is left for the sign-in. The clock of this machine may be wrong, so the wait is at most two minutes.
 *
 * @param {Challenge} challenge
 * @param {number} now in milliseconds
 */
export const keptFor = ({ expires_at }, now) => Math.max(0, Math.min((Date.parse(expires_at) - now) / 2, longestWait));

/** @param {unknown} value @param {number} limit @returns {string} empty if the value is not a string of that size */
const bounded = (value, limit) => (typeof value === "string" && value.length <= limit ? value : "");

export class Conversation {
  /**
   * The challenges that the frame was given, by number.
   *
   * @type {Map<number, Challenge>}
   */
  #given = new Map();
  #isAsking = false;
  #isGreeted = false;

  /** @param {string} id names this opening of the frame */
  constructor(id) {
    this.id = id;
  }

  /**
   * @param {any} said the data of a message
   * @returns {Action} the action for the caller
   */
  receive(said) {
    if (typeof said !== "object" || said === null) return { type: "ignore" };
    if (said.type === "doorward.ready") return this.#greet();
    if (said.id !== this.id) return { type: "ignore" };
    if (said.type === "doorward.cancelled") return { type: "cancel" };
    if (said.type === "doorward.ask") return this.#ask();
    const challenge = this.#given.get(said.number);
    if (!challenge) return { type: "ignore" };
    if (said.type === "doorward.chosen") return { type: "chosen", challenge };
    if (said.type === "doorward.signed") return this.#signed(said, challenge);
    return { type: "ignore" };
  }

  /**
   * The message that gives the frame a challenge.
   *
   * @param {Challenge} challenge
   * @param {number} now in milliseconds
   */
  give(challenge, now) {
    this.#isAsking = false;
    const number = this.#given.size + 1;
    this.#given.set(number, challenge);
    const { message, recipient, nonce, callback_url } = challenge;
    return { type: "doorward.challenge", id: this.id, number, message, recipient, nonce, callback_url, kept_for: keptFor(challenge, now) };
  }

  /** @returns {Action} */
  #greet() {
    const type = this.#isGreeted ? "ignore" : "greet";
    this.#isGreeted = true;
    return { type };
  }

  /** @returns {Action} */
  #ask() {
    if (this.#isAsking) return { type: "ignore" };
    if (this.#given.size >= mostChallenges) return { type: "tooMany" };
    this.#isAsking = true;
    return { type: "ask" };
  }

  /** @param {any} said @param {Challenge} challenge @returns {Action} */
  #signed(said, challenge) {
    const signed = {
      account_id: bounded(said.account_id, 64), public_key: bounded(said.public_key, 256),
      signature: bounded(said.signature, 512), wallet_id: bounded(said.wallet_id, 64),
    };
    const isComplete = signed.account_id && signed.public_key && signed.signature;
    return isComplete ? { type: "signed", challenge, signed } : { type: "unreadable" };
  }
}
