import { button, element, whileBusy } from "./dom.js";
import { openDialog } from "./dialog.js";
import { notice, sentence } from "./status.js";

/**
 * Asks before something that cannot be taken back, does it, and stays open with the reason when it
 * could not be done.
 *
 * @param {{title: string, text: string, action: string, perform: () => Promise<void>}} question
 * @returns {Promise<boolean>} whether it was done
 */
export function confirm({ title, text, action, perform }) {
  return new Promise((resolve) => {
    const trouble = element("div", { "aria-live": "assertive" });
    const cancel = button("Cancel", () => { opened.close(); resolve(false); }, { testid: "confirm-cancel" });
    const proceed = button(action, () => whileBusy(proceed, async () => {
      trouble.replaceChildren();
      try {
        await perform();
        opened.close();
        resolve(true);
      } catch (error) {
        // A dialog that was closed by the end of the session has nobody to tell.
        if (opened.dialog.isConnected) trouble.replaceChildren(notice(sentence(error), { problem: true }));
        else resolve(false);
      }
    }), { class: "button danger", testid: "confirm" });
    const opened = openDialog({
      title, testid: "confirm-dialog", onClose: () => resolve(false),
      content: element("div", { class: "dialog-body" },
        element("p", { text }), trouble,
        element("div", { class: "actions end" }, cancel, proceed)),
    });
    cancel.focus();
  });
}
