import { openDialog } from "../elements/dialog.js";
import { button, element } from "../elements/dom.js";
import { text } from "../texts/text.js";
import { actForm } from "./form.js";

/**
 * Opens a dialog with a form for one act.
 *
 * @param {import("./view.js").View} view @param {{title: string} & import("./form.js").Act} options
 */
export function formDialog(view, { title, testid, ...act }) {
  const leave = () => {
    end();
    view.dialog = undefined;
    view.leaveDialog();
    if (isOutdated()) void view.reload();
  };
  const cancel = button(text("action.cancel"), () => { opened.close(); leave(); }, { testid: "dialog-cancel" });
  const { form, open, end, isOutdated } = actForm(view, { testid, ...act }, cancel);
  delete form.dataset.testid;
  const opened = openDialog({ title, testid, onClose: leave }, form);
  open();
  return { close: () => { end(); opened.close(); } };
}

/**
 * Shows a secret once.
 *
 * @param {import("./view.js").View} view @param {string} title @param {...Node} content
 */
export function showOnce(view, title, ...content) {
  const leave = () => { view.dialog = undefined; void view.reload(); };
  const opened = openDialog({ title, testid: "secret-dialog", onClose: leave }, element("div", { class: "form" }, ...content,
    element("div", { class: "actions end" }, button(text("action.done"), () => { opened.close(); leave(); }, { class: "button main", testid: "secret-done" }))));
  view.dialog = opened;
}
