/**
 * Builds an element. Text always becomes text nodes, so text from outside cannot add markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{text?: string, testid?: string, on?: Record<string, (event: any) => void>} & Record<string, any>} properties
 *   attributes by name; `false`, `null` and `undefined` omit one, `true` sets it empty
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") node.textContent = String(value);
    else if (name === "testid") node.dataset.testid = String(value);
    else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) {
        node.addEventListener(event, /** @type {EventListener} */ (listener));
      }
    } else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) node.append(child);
  return node;
}

/**
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, any>} properties
 */
export function button(text, action, properties = {}) {
  return element("button", {
    type: "button", class: "button", ...properties, text, on: { click: action },
  });
}

/**
 * Runs `work` while the control is disabled, also for assistive technology.
 *
 * @param {HTMLButtonElement} control
 * @param {() => Promise<void>} work
 */
export async function whileBusy(control, work) {
  if (control.getAttribute("aria-disabled") === "true") return;
  control.setAttribute("aria-disabled", "true");
  control.classList.add("busy");
  try {
    await work();
  } finally {
    control.removeAttribute("aria-disabled");
    control.classList.remove("busy");
  }
}

/**
 * Moves focus to the first heading, so that screen readers announce a change of view.
 *
 * @param {ParentNode} root
 */
export function focusHeading(root) {
  const heading = root.querySelector("h1, h2, h3");
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The types of inputs into which a user types. */
const typed = ["text", "email", "tel", "password"];

/**
 * Moves focus to the field of a step: the first empty one that the user has to fill in, or the first one. A step without a field has its focus on the heading.
 * The heading names the step, so that screen readers say it before the field.
 *
 * @param {HTMLElement} root
 */
export function focusStep(root) {
  const fields = Array.from(root.querySelectorAll("input")).filter((input) => typed.includes(input.type) && !input.hidden && !input.disabled && !input.readOnly);
  const field = fields.find(({ value, dataset }) => value === "" && !dataset.optional) ?? fields[0];
  if (!field) return focusHeading(root);
  const heading = root.querySelector("h1, h2, h3");
  if (heading && root.tagName !== "DIALOG") {
    heading.id ||= uniqueID("step");
    root.setAttribute("role", "group");
    root.setAttribute("aria-labelledby", heading.id);
  }
  field.focus();
}

/**
 * The tag of a heading.
 *
 * @param {2 | 3} level
 */
export const headingTag = (level) => /** @type {"h2" | "h3"} */ (`h${level}`);

let counter = 0;

/**
 * An id that no other element of this page has.
 *
 * @param {string} stem
 */
export function uniqueID(stem) {
  counter += 1;
  return `${stem}-${counter}`;
}
