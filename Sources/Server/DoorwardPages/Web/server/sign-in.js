import { call } from "./call.js";
import { Problem } from "./problem.js";

/**
 * The refusal of a sign-in to an account that is about to be deleted. The server has not spent the proof, so the same
 * request can keep the account.
 */
export class DeletionPending extends Problem {
  /**
   * @param {Problem} problem
   * @param {() => Promise<any>} keep sends the request again and keeps the account
   */
  constructor(problem, keep) {
    super(problem.status, problem.code, problem);
    this.keep = keep;
  }
}

/**
 * Sends the proof of a sign-in.
 *
 * @template {import("./types.js").PathOf<"POST">} P
 * @param {P} path @param {import("./types.js").BodyOf<"POST", P>} proof
 * @returns {Promise<import("./types.js").AnswerOf<"POST", P>>} the state of the user
 * @throws {DeletionPending} if the account is about to be deleted
 */
export async function sendSignIn(path, proof) {
  try {
    return await call("POST", path, /** @type {any} */ (proof));
  } catch (error) {
    if (!(error instanceof Problem && error.code === "account_deletion_pending")) throw error;
    throw new DeletionPending(error, () => call("POST", path, /** @type {any} */ ({ ...proof, keep_account: true })));
  }
}
