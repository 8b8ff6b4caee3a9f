import { Problem } from "./api.js";
import { element } from "./dom.js";
import { openDialog } from "./dialog.js";
import { walletPicker } from "./picker.js";
import { notice } from "./status.js";

/**
 * Adding or removing a way in needs a sign-in of the last minutes (RFC 9470). These help a person
 * sign again with a wallet they already linked and then go on where they were.
 *
 * @typedef {import("./api.js").State} State
 * @param {State} state
 * @returns {Promise<State | null>} null when the person gave up
 */
export function signAgain(state) {
  return new Promise((resolve) => {
    const trouble = element("div");
    const { picker, stop } = walletPicker({
      state, purpose: "sign_in", account: "linked", level: 3,
      onProven: (fresh) => {
        if (fresh.user?.id === state.user?.id) { opened.close(); stop(); return resolve(fresh); }
        // Somebody else's wallet: never go on with what was asked in this account.
        location.reload();
      },
    });
    const opened = openDialog({
      title: "Sign again to go on", testid: "sign-again-dialog",
      onClose: () => { stop(); resolve(null); },
      content: element("div", { class: "dialog-body" },
        element("p", { class: "muted", text: "Your last sign-in was more than a few minutes ago. Prove with a linked wallet that it is still you." }),
        trouble, picker),
    });
    if (state.identities.length === 0) trouble.append(notice("No wallet is linked to this account.", { problem: true }));
  });
}

/**
 * @param {() => State} state the state now
 * @param {() => Promise<void>} action
 */
export async function withRecentSignIn(state, action) {
  try {
    await action();
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== "insufficient_user_authentication") throw problem;
    if (!(await signAgain(state()))) throw new Error("Nothing was changed: it needs you to sign again first.");
    await action();
  }
}
