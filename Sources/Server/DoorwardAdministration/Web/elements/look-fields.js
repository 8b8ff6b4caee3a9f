import { languageName, languageTags } from "../format/languages.js";
import { text } from "../texts/text.js";
import { button, element, uniqueID } from "./dom.js";
import { field } from "./field.js";

/** The fields of a look: a color, a picture, and a text in several languages. */

/** @typedef {import("./field.js").Field} Field */

/**
 * A color as `#rrggbb`, typed or chosen.
 *
 * @param {{name: string, label: string, help?: string, value?: string}} options
 * @returns {Field}
 */
export function colorField({ name, label, help, value = "" }) {
  const control = element("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: "7", placeholder: text("color.form") });
  control.value = value;
  const own = field(name, label, help, control);
  const chooser = element("input", { type: "color", "aria-label": text("color.choose"), testid: `choose-${name}` });
  const follow = () => { if (isColor(control.value)) chooser.value = control.value.toLowerCase(); };
  follow();
  control.addEventListener("input", follow);
  chooser.addEventListener("input", () => {
    control.value = chooser.value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const row = element("div", { class: "color" });
  control.replaceWith(row);
  row.append(control, chooser);
  return { ...own, write: (color) => { control.value = String(color); follow(); } };
}

/** @param {string} color */
export const isColor = (color) => /^#[0-9a-f]{6}$/i.test(color);

/** The media types of pictures that the server accepts. */
const pictureTypes = "image/png,image/svg+xml,image/webp,image/jpeg";
const largestPicture = 64 * 1024;

/**
 * A picture as a `data:` address.
 *
 * @param {{name: string, label: string, help?: string, value?: string}} options
 * @returns {Field}
 */
export function pictureField({ name, label, help, value = "" }) {
  let present = value;
  const control = element("input", { type: "file", accept: pictureTypes });
  const own = field(name, label, help, control);
  const shown = element("img", { class: "picture", alt: "", width: "48", height: "48", testid: `picture-${name}` });
  const remove = button(text("picture.remove"), () => set(""), { class: "button small", testid: `remove-${name}` });
  const set = (/** @type {string} */ address) => {
    present = address;
    control.value = "";
    draw();
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const draw = () => {
    remove.hidden = shown.hidden = !present;
    if (present) shown.setAttribute("src", present);
    else shown.removeAttribute("src");
  };
  control.addEventListener("change", async () => {
    const file = control.files?.[0];
    if (!file) return;
    if (file.size > largestPicture || !pictureTypes.split(",").includes(file.type)) {
      control.value = "";
      return own.complain(text("picture.wrong"));
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    set(`data:${file.type};base64,${btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ""))}`);
  });
  draw();
  const row = element("div", { class: "picture-row" });
  control.replaceWith(row);
  row.append(shown, control, remove);
  return { ...own, read: () => present, write: (address) => { present = String(address); draw(); } };
}

/**
 * A text for all languages, and in others for one.
 *
 * @param {{name: string, label: string, help?: string, value?: Record<string, string>, longest: number}} options
 * @returns {Field}
 */
export function textsField({ name, label, help, value = {}, longest }) {
  const list = element("div", { class: "texts" });
  const error = element("p", { class: "field-error", role: "alert", testid: `error-${name}` });
  const complain = (/** @type {string | undefined} */ said) => { error.textContent = said ?? ""; };
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map();
  const adding = element("select", { "aria-label": text("texts.add"), testid: `add-${name}`, on: { change: () => {
    if (adding.value) add(adding.value, "").focus();
    changed();
  } } });
  const changed = () => { view.dispatchEvent(new Event("input", { bubbles: true })); };
  const offer = () => adding.replaceChildren(element("option", { value: "", text: text("texts.add") }),
    ...languageTags.filter((tag) => !inputs.has(tag)).map((tag) => element("option", { value: tag, text: languageName(tag) })));
  const add = (/** @type {string} */ tag, /** @type {string} */ words) => {
    const id = uniqueID("text");
    const isDefault = tag === "default";
    const input = element("input", { type: "text", id, maxlength: String(longest), dir: "auto", autocomplete: "off", lang: isDefault ? undefined : tag, testid: `field-${name}.${tag}` });
    input.value = words;
    const row = element("div", { class: "texts-row" }, element("label", { for: id, class: "muted small", text: isDefault ? text("texts.default") : languageName(tag) }), input,
      !isDefault && button("×", () => { inputs.delete(tag); row.remove(); offer(); changed(); }, { class: "icon-button", "aria-label": text("texts.remove", { language: languageName(tag) }) }));
    inputs.set(tag, input);
    list.append(row);
    offer();
    return input;
  };
  const write = (/** @type {Record<string, string>} */ given) => {
    inputs.clear();
    list.replaceChildren();
    for (const [tag, words] of Object.entries({ default: "", ...given })) add(tag, words);
  };
  const view = element("fieldset", { class: "field" }, element("legend", { text: label }), help && element("p", { class: "muted small", text: help }), list, adding, error);
  view.addEventListener("input", () => complain(undefined));
  write(value);
  return {
    name, view, complain, isSecret: false, write, control: /** @type {HTMLElement} */ (inputs.get("default")),
    read: () => Object.fromEntries([...inputs].map(([tag, input]) => [tag, input.value.trim()]).filter(([, words]) => words)),
  };
}
