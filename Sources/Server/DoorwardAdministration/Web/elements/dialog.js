import { text } from "../texts/text.js";
import { button, element, uniqueID } from "./dom.js";

/**
 * Opens a modal dialog. The browser keeps focus inside, Escape closes it, and focus returns to the element that had it.
 *
 * @param {{title: string, testid: string, onClose: () => void}} options `onClose` runs when the user closes the dialog, not when
 *   `close()` is called
 * @param {...(Node | string | null | undefined | false)} content
 * @returns {{close: () => void, dialog: HTMLDialogElement}}
 */
export function openDialog({ title, testid, onClose }, ...content) {
  const heading = element("h2", { id: uniqueID("dialog"), text: title, tabindex: "-1" });
  const before = document.activeElement;
  const close = () => {
    if (dialog.open) dialog.close();
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
  const dismiss = () => { close(); onClose(); };
  const dialog = element("dialog", { class: "dialog", "aria-labelledby": heading.id, testid },
    element("div", { class: "dialog-head" }, heading,
      button("×", dismiss, { class: "icon-button", "aria-label": text("action.close"), testid: "dialog-close" })),
    ...content);
  dialog.addEventListener("cancel", (event) => { event.preventDefault(); dismiss(); });
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector("input:not([type=checkbox]), textarea, select");
  if (first instanceof HTMLElement) first.focus();
  else heading.focus();
  return { close, dialog };
}
