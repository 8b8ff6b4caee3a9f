import { button, element, whileBusy } from "../elements/dom.js";
import { notice } from "../elements/parts.js";
import { keepReturn, typedBefore } from "../navigation/return.js";
import { Problem, isSignedOut, needsProof } from "../server/problem.js";
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
 * A form for one act. If the act needs a recent proof of the second factor, the form leads to it first, and has what was typed again
 * afterwards. A refused setting is explained next to its field, whose name is the path of the setting.
 *
 * @typedef {import("../elements/field.js").Field} Field
 * @typedef {{action: string, testid: string, explain?: string, fields?: Field[], details?: Node, isDangerous?: boolean, needsProof?: boolean,
 *   submit: (values: Record<string, any>) => Promise<void>, fieldOf?: (code: string, detail?: string) => string | undefined}} Act
 *   `isDangerous`: the button is red; `submit` performs the act and ends the form; `fieldOf`: the field that a refusal is about, by its code and its sentence
 * @param {import("./view.js").View} view @param {Act} act @param {...Node} more further buttons
 * @returns {{form: HTMLFormElement, open: () => void, end: () => void}} `open` restores what was typed before a sign-in
 */
export function actForm(view, { action, testid, explain, fields = [], details, isDangerous, needsProof: isGuarded, submit, fieldOf }, ...more) {
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

  /** @param {unknown} error */
  const explainError = (error) => {
    const places = placesOf(error, fields, fieldOf);
    for (const [field, said] of places) field.complain(said);
    const first = fields.find((field) => places.has(field));
    first?.control.focus();
    const isPlaced = error instanceof Problem && error.mistakes.length > 0 ? error.mistakes.every(({ field }) => fieldAt(field, fields)) : places.size > 0;
    if (!isPlaced) trouble.replaceChildren(notice(error instanceof FieldError ? error.message : sentence(error), { problem: true, testid: "dialog-problem" }));
  };
  const form = element("form", { class: "form", method: "post", novalidate: true, testid, on: { submit: (/** @type {SubmitEvent} */ event) => {
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
        explainError(error);
      }
    });
  } } },
  explain && element("p", { text: explain }), details, ...fields.map((field) => field.view), proof, trouble,
  element("div", { class: "actions end" }, ...more, proofButton, send));

  return {
    form,
    open: () => {
      const typed = typedBefore(address);
      for (const field of fields) if (typed[field.name] !== undefined) field.write(typed[field.name]);
      keeping = keep;
    },
    end: () => { if (keeping === keep) keeping = undefined; },
  };
}

/**
 * The fields that an error is about, each with the sentence.
 *
 * @param {unknown} error @param {Field[]} fields @param {Act["fieldOf"]} fieldOf
 * @returns {Map<Field, string>}
 */
function placesOf(error, fields, fieldOf) {
  /** @type {Map<Field, string>} */
  const places = new Map();
  for (const { field: path, detail } of error instanceof Problem ? error.mistakes : []) {
    const field = fieldAt(path, fields);
    if (field && !places.has(field)) places.set(field, asSentence(detail));
  }
  if (places.size > 0) return places;
  const name = error instanceof FieldError ? error.field : error instanceof Problem ? fieldOf?.(error.code, error.detail) : undefined;
  const field = fields.find((one) => one.name === name);
  if (field) places.set(field, error instanceof FieldError ? error.message : sentence(error));
  return places;
}

/**
 * The field of a setting, or of a part of it.
 *
 * @param {string} path @param {Field[]} fields
 */
const fieldAt = (path, fields) => fields.find(({ name }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));

/**
 * The words of the server about a setting, as a sentence of its own.
 *
 * @param {string} detail
 */
const asSentence = (detail) => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}${/[.?!]$/.test(detail) ? "" : "."}`;

/** A value that the form itself refuses, next to its field. */
export class FieldError extends Error {
  /** @param {string} field @param {string} said */
  constructor(field, said) {
    super(said);
    this.field = field;
  }
}
