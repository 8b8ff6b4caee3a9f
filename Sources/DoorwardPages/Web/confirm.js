import { button, element, whileBusy } from "./dom.js";
import { openDialog } from "./dialog.js";
import { notice, sentence } from "./status.js";

/**
 * Asks before something that cannot be undone, does it, and stays open with the reason if that failed.
 *
 * @param {{title: string, text: string, details?: Node, action: string, isDangerous?: boolean,
 *   perform?: () => Promise<void>}} question
 * @returns {Promise<boolean>} whether it was done
 */
export function confirm({ title, text, details, action, isDangerous = true, perform = async () => {} }) {
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
        // The end of the session has closed the dialog.
        if (opened.dialog.isConnected) trouble.replaceChildren(notice(sentence(error), { problem: true }));
        else resolve(false);
      }
    }), { class: isDangerous ? "button danger" : "button main", testid: "confirm" });
    const opened = openDialog({
      title, testid: "confirm-dialog", onClose: () => resolve(false),
      content: element("div", { class: "dialog-body" },
        element("p", { text }), details, trouble,
        element("div", { class: "actions end" }, cancel, proceed)),
    });
    cancel.focus();
  });
}
