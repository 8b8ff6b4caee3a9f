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

/** @param {string} caption @param {() => void} action @param {Record<string, any>} [properties] */
export const button = (caption, action, properties = {}) =>
  element("button", { type: "button", class: "button", ...properties, text: caption, on: { click: action } });

/** @param {string} caption @param {string} href @param {Record<string, any>} [properties] */
export const link = (caption, href, properties = {}) => element("a", { ...properties, href, text: caption });

/**
 * Runs `work` while the control is disabled, also for assistive technology.
 *
 * @param {HTMLElement} control @param {() => Promise<void>} work
 */
export async function whileBusy(control, work) {
  if (control.getAttribute("aria-disabled") === "true") return;
  control.setAttribute("aria-disabled", "true");
  try {
    await work();
  } finally {
    control.removeAttribute("aria-disabled");
  }
}

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
