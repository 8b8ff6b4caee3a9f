import { button, element, whileBusy } from "../elements/dom.js";
import { notice } from "../elements/parts.js";
import { keepReturn, keepTyped, typedBefore } from "../navigation/return.js";
import { applyPatch, isObject, mergePatch } from "../server/merge-patch.js";
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
 * afterwards. A refused setting is explained next to its field, whose name is the path of the setting. If another administrator was
 * faster, a button loads the new values, and what was typed stays.
 *
 * @typedef {import("../elements/field.js").Field} Field
 * @typedef {{action: string, testid: string, explain?: string, fields?: Field[], details?: Node, result?: Node, isDangerous?: boolean, needsProof?: boolean, version?: string,
 *   submit: (values: Record<string, any>, version: string | undefined) => Promise<void>, fieldOf?: (code: string) => string | undefined}} Act
 *   `result`: the place of what a performed act has answered; `isDangerous`: the button is red; `version`: that of the object to change; `submit` gets the version that the typed values belong to,
 *   performs the act and ends the form; `fieldOf`: the field that a refusal is about, by its code. An answer that names the field needs none
 * @param {import("./view.js").View} view @param {Act} act @param {...Node} more further buttons
 * @returns {{form: HTMLFormElement, open: () => void, end: () => void, isOutdated: () => boolean}} `open` restores what was typed before a
 *   sign-in; `isOutdated`: another administrator was faster
 */
export function actForm(view, { action, testid, explain, fields = [], details, result, isDangerous, needsProof: isGuarded, version, submit, fieldOf }, ...more) {
  const address = view.address.href;
  const trouble = element("div", { "aria-live": "assertive" });
  const first = new Map(fields.map((field) => [field, JSON.stringify(field.read())]));
  // What was not changed must not put an old value over a newer one. Of an object, such as texts by language, that is each member.
  const typed = (/** @type {Field[]} */ some) => Object.fromEntries(some.filter((field) => JSON.stringify(field.read()) !== first.get(field)).map((field) => {
    const [before, now] = [JSON.parse(first.get(field) ?? "null"), field.read()];
    return [field.name, isObject(before) && isObject(now) ? mergePatch(before, now) : now];
  }));
  let typedFor = version;
  let isOutdated = false;
  const keep = () => keepReturn(address, { values: typed(fields.filter((field) => !field.isSecret)), version: typedFor });
  const prove = () => {
    keep();
    location.assign("/sign-in?fresh");
  };
  const proof = element("p", { class: "notice", testid: "proof-needed", text: text("dialog.proof") });
  const proofButton = button(text("dialog.prove"), prove, { class: "button main", testid: `${testid}-prove` });
  const send = element("button", { type: "submit", class: isDangerous ? "button danger" : "button main", id: `${testid}-submit`, testid: `${testid}-submit`, text: action });
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
    fields.find((field) => places.has(field))?.control.focus();
    const isPlaced = error instanceof Problem && error.mistakes.length > 0 ? error.mistakes.every(({ field }) => fieldAt(field, fields)) : places.size > 0;
    if (isPlaced) return;
    trouble.replaceChildren(notice(error instanceof FieldError ? error.message : sentence(error), { problem: true, testid: "dialog-problem" }));
    if (!(error instanceof Problem && error.code === "changed_meanwhile")) return;
    isOutdated = true;
    trouble.append(element("div", { class: "actions" }, button(text("dialog.loadNew"), () => {
      keepTyped(view.address.href, typed(fields));
      view.closeDialog();
      void view.reload();
    }, { testid: "load-new" })));
  };
  const form = element("form", { class: "form", method: "post", novalidate: true, testid, on: { submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (send.hidden) return prove();
    void whileBusy(send, async () => {
      trouble.replaceChildren();
      for (const field of fields) field.complain(undefined);
      try {
        await submit(Object.fromEntries(fields.map((field) => [field.name, field.read()])), typedFor);
      } catch (error) {
        if (needsProof(error)) return askForProof(true);
        if (isSignedOut(error) || !form.isConnected) return;
        explainError(error);
      }
    });
  } } },
  explain && element("p", { text: explain }), details, ...fields.map((field) => field.view), proof, trouble, result,
  element("div", { class: "actions end" }, ...more, proofButton, send));

  return {
    form,
    open: () => {
      const before = typedBefore(address);
      for (const field of fields) {
        const kept = before.values[field.name];
        if (kept !== undefined) field.write(isObject(kept) ? applyPatch(field.read(), kept) : kept);
      }
      // Without typed values, the form shows the newest ones.
      if (Object.keys(before.values).length > 0) typedFor = before.version ?? version;
      keeping = keep;
    },
    end: () => { if (keeping === keep) keeping = undefined; },
    isOutdated: () => isOutdated,
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
  const name = error instanceof FieldError ? error.field : error instanceof Problem ? fieldOf?.(error.code) : undefined;
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
