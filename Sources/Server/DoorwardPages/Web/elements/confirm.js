import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { openDialog } from "./dialog.js";
import { button, element, whileBusy } from "./dom.js";
import { notice } from "./status.js";
import { showSuccess } from "./success.js";

/**
 * Asks the user to confirm an action, and performs it if there is something to perform. If it fails, the dialog stays open with the reason.
 *
 * @param {{title: string, text: string, details?: Node, action: string, isDangerous?: boolean,
 *   perform?: () => Promise<void>}} question
 * @returns {Promise<boolean>} whether the action was performed
 */
export function confirm({ title, text: question, details, action, isDangerous = true, perform }) {
  return new Promise((resolve) => {
    let isDone = false;
    const trouble = element("div", { "aria-live": "assertive" });
    const cancel = button(text("action.cancel"), () => { opened.close(); resolve(isDone); }, { testid: "confirm-cancel" });
    const proceed = button(action, () => whileBusy(proceed, async () => {
      trouble.replaceChildren();
      try {
        if (perform) {
          await perform();
          isDone = true;
          await showSuccess(opened.dialog);
        }
        opened.close();
        resolve(true);
      } catch (error) {
        // If the session has ended, the page has already removed the dialog.
        if (opened.dialog.isConnected) trouble.replaceChildren(notice(sentence(error), { problem: true }));
        else resolve(false);
      }
    }), { class: isDangerous ? "button danger" : "button main", testid: "confirm" });
    const opened = openDialog({
      title, testid: "confirm-dialog", onClose: () => resolve(isDone),
      content: element("div", { class: "dialog-body" },
        element("p", { text: question }), details, trouble,
        element("div", { class: "actions end" }, cancel, proceed)),
    });
    cancel.focus();
  });
}
