import { openDialog } from "../elements/dialog.js";
import { element } from "../elements/dom.js";
import { notice } from "../elements/status.js";
import { PageError } from "../messages/page-error.js";
import { text } from "../messages/text.js";
import { needsRecentSignIn } from "../server/problem.js";
import { methodPicker } from "../sign-in/picker.js";

/**
 * Signs the user in again with an identity of the account, because adding and removing ways to sign in needs a recent
 * sign-in, with the second factor if the user has one (RFC 9470).
 *
 * @typedef {import("../server/types.js").State} State
 * @param {State} state
 * @param {import("../server/problem.js").Problem} problem the refusal of the server
 * @returns {Promise<State | null>} null if the user has closed the dialog
 */
export function signInAgain(state, problem) {
  return new Promise((resolve) => {
    const { picker, stop, mayLeave } = methodPicker({
      state, purpose: "sign_in", account: "linked", level: 3,
      onProven: (fresh) => {
        // The identity belongs to another account now. The action was meant for this account, so it must not run.
        if (fresh.user?.id !== state.user?.id) return location.reload();
        opened.close();
        stop();
        resolve(fresh);
      },
    });
    const opened = openDialog({
      title: text("again.title"), testid: "sign-again-dialog",
      mayClose: mayLeave,
      onClose: () => { stop(); resolve(null); },
      content: element("div", { class: "dialog-body" },
        element("p", { class: "muted", text: text(problem.lacksSecondFactor ? "again.secondFactor" : "again.reason") }),
        state.identities.length === 0 && notice(text("again.noIdentity"), { problem: true }), picker),
    });
  });
}

/**
 * Runs the action. If the server asks for a recent sign-in, the user signs in again and the action runs once more.
 *
 * @param {() => State} state the present state
 * @param {() => Promise<void>} action
 */
export async function withRecentSignIn(state, action) {
  try {
    await action();
  } catch (problem) {
    if (!needsRecentSignIn(problem)) throw problem;
    if (!(await signInAgain(state(), problem))) throw new PageError("cancelled", text("again.notDone"));
    await action();
  }
}
