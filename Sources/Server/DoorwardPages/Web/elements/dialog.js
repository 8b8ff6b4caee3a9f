import { text } from "../messages/text.js";
import { button, element, focusStep, uniqueID } from "./dom.js";
import { endNotes } from "./status.js";

/**
 * Opens a modal dialog, with the focus in its field. The browser keeps focus inside, Escape closes it, and focus returns to the
 * element that had it.
 *
 * @param {{title: string, content: Node, wide?: boolean, testid?: string, mayClose?: () => boolean, onClose?: () => void}} options
 *   `mayClose`: whether the user may close the dialog now; `onClose` runs when the user closes the dialog, not when
 *   `close()` is called.
 * @returns {{close: () => void, dialog: HTMLDialogElement}}
 */
export function openDialog({ title, content, wide, testid, mayClose = () => true, onClose }) {
  const heading = element("h2", { id: uniqueID("dialog"), text: title });
  const before = document.activeElement;
  const finish = () => {
    if (dialog.open) dialog.close();
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
  const dismiss = () => { finish(); onClose?.(); };
  const ask = () => { if (mayClose()) dismiss(); };
  const dialog = element("dialog", { class: wide ? "dialog wide" : "dialog", "aria-labelledby": heading.id, testid },
    element("div", { class: "dialog-head" },
      heading,
      button("×", ask, { class: "icon-button", "aria-label": text("action.close", { title }), testid: "dialog-close" })),
    content,
    // The page below the dialog is hidden and cannot be used.
    element("div", { class: "toast", role: "alert" }));
  dialog.addEventListener("cancel", (event) => { event.preventDefault(); ask(); });
  // A browser may close the dialog if the user presses Escape again.
  dialog.addEventListener("close", () => { if (dialog.isConnected) dismiss(); });
  endNotes("part");
  document.body.append(dialog);
  dialog.showModal();
  focusStep(dialog);
  return { close: finish, dialog };
}
