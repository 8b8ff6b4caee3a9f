import { button, element, whileBusy } from "../elements/dom.js";
import { openDialog } from "../elements/dialog.js";
import { notice } from "../elements/parts.js";
import { keepReturn, typedBefore } from "../navigation/return.js";
import { isSignedOut, needsProof } from "../server/problem.js";
import { lacksProof } from "../session/session.js";
import { sentence } from "../texts/sentence.js";
import { text } from "../texts/text.js";

/**
 * The form that is open now. If the session ends, its values are kept for the time after the sign-in.
 *
 * @type {(() => void) | undefined}
 */
let keeping;

/**
 * Keeps the typed values and the address for the return after a sign-in.
 *
 * @param {string} address
 */
export function keepPlace(address) {
  if (keeping) keeping();
  else keepReturn(address);
}

/**
 * Opens a dialog with a form for one act. If the act needs a recent proof of the second factor, the dialog leads to it first, and is open
 * again afterwards with what was typed.
 *
 * @param {import("./view.js").View} view
 * @param {{title: string, explain?: string, action: string, testid: string, fields?: import("../elements/field.js").Field[],
 *   details?: Node, isDangerous?: boolean, needsProof?: boolean,
 *   submit: (values: Record<string, any>) => Promise<void>, fieldOf?: (code: string) => string | undefined}} options
 *   `isDangerous`: the button is red; `submit` performs the act and ends the dialog; `fieldOf`: the field that an error code is about
 */
export function formDialog(view, { title, explain, action, testid, fields = [], details, isDangerous, needsProof: isGuarded, submit, fieldOf }) {
  const address = view.address.href;
  const trouble = element("div", { "aria-live": "assertive" });
  const values = () => Object.fromEntries(fields.map((field) => [field.name, field.read()]));
  const keep = () => keepReturn(address, Object.fromEntries(fields.filter((field) => !field.isSecret).map((field) => [field.name, field.read()])));
  const prove = () => {
    keep();
    location.assign("/sign-in?fresh");
  };
  const proof = element("p", { class: "notice", testid: "proof-needed", text: text("dialog.proof") });
  const proofButton = button(text("dialog.prove"), prove, { class: "button main", testid: `${testid}-prove` });
  const send = element("button", { type: "submit", class: isDangerous ? "button danger" : "button main", testid: `${testid}-submit`, text: action });
  const askForProof = (/** @type {boolean} */ isAsked) => {
    proof.hidden = !isAsked;
    proofButton.hidden = !isAsked;
    send.hidden = isAsked;
  };
  askForProof(Boolean(isGuarded) && lacksProof());

  const leave = () => {
    keeping = undefined;
    view.dialog = undefined;
    view.leaveDialog();
  };
  const form = element("form", { class: "form", method: "post", novalidate: true, on: { submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (send.hidden) return prove();
    void whileBusy(send, async () => {
      trouble.replaceChildren();
      for (const field of fields) field.complain(undefined);
      try {
        await submit(values());
      } catch (error) {
        if (needsProof(error)) return askForProof(true);
        if (isSignedOut(error) || !form.isConnected) return;
        const name = error instanceof FieldError ? error.field : error instanceof Error && fieldOf ? fieldOf(error.message) : undefined;
        const field = fields.find((one) => one.name === name);
        const said = error instanceof FieldError ? error.message : sentence(error);
        if (field) {
          field.complain(said);
          field.control.focus();
        } else trouble.replaceChildren(notice(said, { problem: true, testid: "dialog-problem" }));
      }
    });
  } } },
  explain && element("p", { text: explain }), details, ...fields.map((field) => field.view), proof, trouble,
  element("div", { class: "actions end" }, button(text("action.cancel"), () => { opened.close(); leave(); }, { testid: "dialog-cancel" }), proofButton, send));

  const opened = openDialog({ title, testid, onClose: leave }, form);
  const typed = typedBefore(address);
  for (const field of fields) if (typed[field.name] !== undefined) field.write(typed[field.name]);
  keeping = keep;
  return { close: () => { keeping = undefined; opened.close(); } };
}

/** A value that the form itself refuses, next to its field. */
export class FieldError extends Error {
  /** @param {string} field @param {string} said */
  constructor(field, said) {
    super(said);
    this.field = field;
  }
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
