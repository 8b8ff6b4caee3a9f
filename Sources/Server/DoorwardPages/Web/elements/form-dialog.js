import { openDialog } from "./dialog.js";
import { element } from "./dom.js";
import { showSuccess } from "./success.js";
import { viewStack } from "./view-stack.js";

/**
 * Opens a dialog with a form. Further forms take its place, and "Back" of the browser shows the form before.
 *
 * @param {{title: string, testid: string, onClose?: () => void}} options `onClose` runs when the user closes the dialog
 * @param {(forms: ReturnType<typeof viewStack>, close: () => Promise<void>) => HTMLElement[]} first the content at the start. A form calls `close`
 *   once its work has succeeded
 */
export function openFormDialog({ title, testid, onClose }, first) {
  const place = element("div", { class: "dialog-body" });
  const content = element("div", { class: "dialog-content" });
  const forms = viewStack(place, content);
  const close = async () => {
    await showSuccess(place);
    await forms.stop();
    opened.close();
  };
  content.append(...first(forms, close));
  place.append(content);
  const opened = openDialog({ title, testid, content: place, onClose: () => { onClose?.(); void forms.stop(); } });
}
