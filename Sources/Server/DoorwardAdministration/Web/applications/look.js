import { checkField } from "../elements/field.js";
import { colorField, pictureField, textsField } from "../elements/look-fields.js";
import { element } from "../elements/dom.js";
import { section } from "../elements/parts.js";
import { mergePatch } from "../server/merge-patch.js";
import { put, valueAt } from "../server/paths.js";
import { may } from "../session/session.js";
import { knownText, text } from "../texts/text.js";
import { actForm } from "../view/form.js";
import { change } from "./edit.js";
import { settingName } from "./fields.js";
import { preview } from "./preview.js";
import { shown } from "./shown.js";

/** @typedef {import("../server/types.js").Application} Application @typedef {import("../view/view.js").View} View */

const longestTitle = 80;
const longestText = 300;

/** @param {Application} application */
const lookFields = (application) => [
  textsField({ ...named("appearance.title"), value: valueAt(application, "appearance.title") ?? {}, longest: longestTitle }),
  textsField({ ...named("appearance.text"), value: valueAt(application, "appearance.text") ?? {}, longest: longestText }),
  colorField({ ...named("appearance.color"), value: valueAt(application, "appearance.color") ?? "" }),
  pictureField({ ...named("appearance.logo"), value: valueAt(application, "appearance.logo") ?? "" }),
  checkField({ ...named("appearance.powered_by"), isOn: valueAt(application, "appearance.powered_by") !== false }),
];

/** @param {string} path */
const named = (path) => ({ name: path, label: settingName(path), help: knownText(`setting.${path}.help`) });

/**
 * The look of an application, beside the real sign-in page with what is typed.
 *
 * @param {Application} application @param {View} view
 * @returns {Node[]}
 */
export function lookSections(application, view) {
  const mayWrite = may("admin.applications.write") && application.is_editable;
  const fields = lookFields(application);
  const page = preview(application, view);
  const draft = () => page.show(Object.fromEntries(fields.map((field) => [field.name.replace("appearance.", ""), field.read()])));
  if (!mayWrite) {
    return [element("div", { class: "look" }, section(text("applications.look"), {}, element("dl", { class: "facts settings" }, ...fields.map(({ name }) => element("div", { testid: `setting-${name}` },
      element("dt", { text: settingName(name) }), element("dd", {}, shown(valueAt(application, name), name)))))), page.view)];
  }
  const before = new Map(fields.map((field) => [field.name, JSON.stringify(field.read())]));
  const { form, open, end } = actForm(view, {
    action: text("action.save"), testid: "look-form", needsProof: true, version: application.version, fields,
    async submit(values, version) {
      /** @type {Record<string, any>} */
      const patch = {};
      for (const { name } of fields) if (JSON.stringify(values[name]) !== before.get(name)) put(patch, name, lookValue(values[name], valueAt(application, name)));
      if (Object.keys(patch).length === 0) return view.note(text("look.unchanged"));
      return view.done(text("edit.done"), await change(application, patch, version));
    },
  });
  form.addEventListener("input", draft);
  open();
  view.signal.addEventListener("abort", end);
  // What was typed before a sign-in is in the fields again.
  draft();
  return [element("div", { class: "look" }, section(text("applications.look"), { note: text("look.note") }, form), page.view)];
}

/**
 * The value that a field of the look sets. Null returns to the default value.
 *
 * @param {any} value @param {any} old
 */
function lookValue(value, old) {
  if (typeof value !== "object") return value === "" ? null : value;
  return Object.keys(value).length === 0 ? null : mergePatch(old ?? {}, value);
}
