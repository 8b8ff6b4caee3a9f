import { element, uniqueID } from "./dom.js";

/**
 * A field of a form with its label, its help and the place of its error.
 *
 * @typedef {{name: string, view: HTMLElement, control: HTMLElement, read: () => any, write: (value: any) => void, isSecret: boolean,
 *   complain: (said: string | undefined) => void}} Field
 */

/**
 * The field of a control.
 *
 * @param {string} name @param {string} label @param {string | undefined} help @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} control
 * @returns {Field}
 */
export function field(name, label, help, control) {
  const id = uniqueID("field");
  const helpID = help && `${id}-help`;
  const error = element("p", { class: "field-error", id: `${id}-error`, role: "alert", testid: `error-${name}` });
  control.id = id;
  control.name = name;
  control.dataset.testid = `field-${name}`;
  const described = (/** @type {boolean} */ isWrong) => {
    const ids = [helpID, isWrong && error.id].filter(Boolean).join(" ");
    if (ids) control.setAttribute("aria-describedby", ids);
    else control.removeAttribute("aria-describedby");
  };
  described(false);
  /** @param {string | undefined} said */
  const complain = (said) => {
    error.textContent = said ?? "";
    if (said) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
    described(Boolean(said));
  };
  control.addEventListener("input", () => complain(undefined));
  return {
    name, control, complain, isSecret: control instanceof HTMLInputElement && control.type === "password",
    view: element("div", { class: "field" }, element("label", { for: id, text: label }), control,
      help && element("p", { class: "muted small", id: helpID, text: help }), error),
    read: () => control.value.trim(), write: (value) => { control.value = String(value); },
  };
}

/** @param {{name: string, label: string, help?: string} & Record<string, any>} options further members are attributes of the input */
export const textField = ({ name, label, help, ...attributes }) =>
  field(name, label, help, element("input", { type: "text", autocomplete: "off", spellcheck: "false", ...attributes }));

/** @param {{name: string, label: string, help?: string} & Record<string, any>} options */
export function longField({ name, label, help, value = "", ...attributes }) {
  const control = element("textarea", { rows: "6", spellcheck: "false", ...attributes });
  control.value = value;
  return field(name, label, help, control);
}

/**
 * @param {{name: string, label: string, help?: string, value?: string, choices: [value: string, label: string][]}} options
 */
export const choiceField = ({ name, label, help, value, choices }) => field(name, label, help, element("select", {},
  ...choices.map(([choice, caption]) => element("option", { value: choice, selected: choice === value, text: caption }))));

/**
 * @param {{name: string, label: string, help?: string, isOn?: boolean}} options
 * @returns {Field}
 */
export function checkField({ name, label, help, isOn = false }) {
  const id = uniqueID("field");
  const control = element("input", { type: "checkbox", id, name, testid: `field-${name}`, "aria-describedby": help && `${id}-help` });
  control.checked = isOn;
  const error = element("p", { class: "field-error", role: "alert", testid: `error-${name}` });
  const complain = (/** @type {string | undefined} */ said) => { error.textContent = said ?? ""; };
  control.addEventListener("input", () => complain(undefined));
  return {
    name, control, isSecret: false, complain,
    view: element("div", { class: "check" }, control, element("div", {}, element("label", { for: id, text: label }),
      help && element("p", { class: "muted small", id: `${id}-help`, text: help }), error)),
    read: () => control.checked, write: (value) => { control.checked = value === true || value === "true"; },
  };
}

/**
 * A list of texts, one a line.
 *
 * @param {{name: string, label: string, help?: string, value?: string[]} & Record<string, any>} options
 * @returns {Field}
 */
export function linesField({ name, label, help, value = [], ...attributes }) {
  const control = element("textarea", { rows: String(Math.min(Math.max(value.length + 1, 2), 8)), spellcheck: "false", autocapitalize: "none", wrap: "off", ...attributes });
  control.value = value.join("\n");
  return {
    ...field(name, label, help, control),
    read: () => control.value.split("\n").map((line) => line.trim()).filter(Boolean), write: (lines) => { control.value = [lines].flat().join("\n"); },
  };
}

/**
 * Several choices of a list. With `standard`, the label of the default value, there is a first choice that reads as null. It ends when
 * the user chooses others.
 *
 * @param {{name: string, label: string, help?: string, choices: [value: string, label: string, help?: string][], chosen?: string[],
 *   standard?: string | undefined, isStandard?: boolean}} options
 * @returns {Field}
 */
export function checksField({ name, label, help, choices, chosen = [], standard, isStandard = false }) {
  const rows = choices.map(([value, caption, help]) => checkField({ name: `${name}-${value}`, label: caption, help, isOn: chosen.includes(value) }));
  const first = standard ? checkField({ name: `${name}-default`, label: standard, isOn: isStandard }) : undefined;
  const choose = (/** @type {readonly string[]} */ values) => rows.forEach((row, index) => row.write(values.includes(choices[index]?.[0] ?? "")));
  // The default value is known only while the setting has it.
  first?.control.addEventListener("input", () => { if (first.read()) choose(isStandard ? chosen : []); });
  for (const row of rows) row.control.addEventListener("input", () => first?.write(false));
  const error = element("p", { class: "field-error", role: "alert", testid: `error-${name}` });
  const complain = (/** @type {string | undefined} */ said) => { error.textContent = said ?? ""; };
  const view = element("fieldset", { class: "field" }, element("legend", { text: label }), help && element("p", { class: "muted small", text: help }), first?.view, ...rows.map((row) => row.view), error);
  view.addEventListener("input", () => complain(undefined));
  return {
    name, view, complain, control: /** @type {HTMLElement} */ (rows[0]?.control ?? view), isSecret: false,
    read: () => (first?.read() ? null : choices.filter((_, index) => rows[index]?.read()).map(([value]) => value)),
    write: (value) => {
      first?.write(value === null);
      choose(value === null ? (isStandard ? chosen : []) : [value].flat());
    },
  };
}
