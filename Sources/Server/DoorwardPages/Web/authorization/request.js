import { plainText } from "../format/text.js";
import { text } from "../messages/text.js";

/**
 * The request of an app, in words.
 *
 * @typedef {import("../server/types.js").Authorization} Authorization
 */

/** The scopes that the page shows to a user, the most powerful first. Full access has a separate line. */
const meanings = /** @type {const} */ (["openid", "profile", "email", "phone", "user:read", "offline_access"]);

/** @param {string[]} scopes @returns {string[]} */
export const scopeMeanings = (scopes) => meanings.filter((scope) => scopes.includes(scope)).map((scope) => text(`scope.${scope}`));

const reasons = /** @type {const} */ ({
  other_account: "app.otherAccount", other_way: "app.otherWay", too_old: "app.tooOld", second_factor: "app.secondFactor", select_account: "app.selectAccount",
});

/**
 * The reason why a signed-in user has to sign in again.
 *
 * @param {{reason?: string | null, client: {name: string}}} asked @returns {string | undefined}
 */
export function reasonNote(asked) {
  const key = Object.entries(reasons).find(([reason]) => reason === asked.reason)?.[1];
  return key && text(key, { name: clientName(asked) });
}

/**
 * Which account the sign-in must be with. If the app asks for another account, the one that is signed in is refused.
 *
 * @param {Pick<Authorization, "reason">} asked
 * @returns {import("../methods/method.js").WantedAccount}
 */
export const wantedAccount = ({ reason }) => (reason === "other_account" || reason === "select_account" ? "other" : "any");

/**
 * Why the page asks the user again.
 *
 * @typedef {{client: {name: string}, state: import("../server/types.js").State, question: string, scopes: string[]}} Question
 * @param {Question} before the question that the user has answered @param {Question} asked
 * @returns {(() => string) | undefined} nothing if the question is the same
 */
export function changeNote(before, asked) {
  if (before.state.user?.id !== asked.state.user?.id) return () => text("app.accountChanged");
  const isSame = before.question === asked.question && before.scopes.join() === asked.scopes.join();
  return isSame ? undefined : () => text("app.accessChanged", { name: clientName(asked) });
}

/** @param {{client: {name: string}}} asked */
export const clientName = ({ client }) => plainText(client.name, 60) || text("app.unnamed");
