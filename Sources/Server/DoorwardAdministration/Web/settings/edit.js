import { checkField, choiceField, linesField, longField, textField } from "../elements/field.js";
import { languageName, languageTags } from "../format/languages.js";
import { plainJSON } from "../format/text.js";
import { undoOf } from "../history/undo.js";
import { callForChange } from "../server/call.js";
import { mergePatch } from "../server/merge-patch.js";
import { put } from "../server/paths.js";
import { text } from "../texts/text.js";
import { FieldError } from "../view/form.js";
import { formDialog } from "../view/form-dialog.js";
import { rangeText, settingLabel } from "./rows.js";
import { choices } from "./sections.js";

/** @typedef {import("../server/types.js").Setting} Setting @typedef {import("../elements/field.js").Field} Field */

/**
 * Edits settings of the server. Only what has changed is sent, unless another administrator has changed the settings meanwhile.
 *
 * @param {string} title @param {readonly Setting[]} settings @param {string} version of the settings
 * @returns {import("../view/view.js").Opener}
 */
export const editSettings = (title, settings, version) => (view) => {
  const edited = settings.filter(({ is_editable: isEditable }) => isEditable);
  const fields = edited.flatMap((setting) => [settingField(setting), ...(setting.is_secret && setting.source === "store" ? [removeField(setting)] : [])]);
  const before = new Map(fields.map((field) => [field.name, JSON.stringify(field.read())]));
  return formDialog(view, {
    title: text("applications.edit", { what: title }), explain: text("applications.editNote"), action: text("action.save"), testid: "edit-dialog", needsProof: true, version, fields,
    async submit(values, read) {
      /** @type {Record<string, any>} */
      const patch = {};
      for (const setting of edited) {
        const { key } = setting;
        if (values[removal(key)]) put(patch, key, null);
        else if (JSON.stringify(values[key]) !== before.get(key)) put(patch, key, settingValue(setting, values[key]));
      }
      if (Object.keys(patch).length === 0) return view.leaveDialog();
      return view.done(text("edit.done"), undoOf(await callForChange("PATCH", "/v1/admin/settings", patch, read)));
    },
  });
};

/** @param {string} key */
const removal = (key) => `remove ${key}`;

/** @param {Setting} setting */
const removeField = ({ key }) => checkField({ name: removal(key), label: text("settings.removeSecret", { name: settingLabel(key) }) });

/**
 * @param {Setting} setting
 * @returns {Field}
 */
function settingField(setting) {
  const { key, kind, source, is_secret: isSecret, is_set: isSet } = setting;
  const value = /** @type {any} */ (setting.value);
  const [own, standard] = source === "store" ? [value, undefined] : [undefined, value];
  const common = { name: key, label: settingLabel(key), help: rangeText(setting) };
  if (isSecret) return textField({ ...common, help: text(isSet ? "settings.secretSet" : "settings.secretUnset"), type: "password", autocomplete: "new-password" });
  if (choices[key]) return choiceField({ ...common, value: own ?? "", choices: (choices[key] ?? []).map((choice) => [choice, choice || text("origin.default")]) });
  if (key === "delivery.language") {
    return choiceField({ ...common, value: own ?? "", choices: ["", ...languageTags].map((tag) => [tag, tag ? languageName(tag) : text("origin.default")]) });
  }
  const placeholder = standard === undefined || standard === null ? undefined : String(standard);
  switch (kind) {
    case "integer": return textField({ ...common, value: own ?? "", placeholder, inputmode: "numeric" });
    case "boolean": return choiceField({ ...common, value: own === undefined || own === null ? "" : String(own),
      choices: [["", text("origin.default")], ["true", text("value.yes")], ["false", text("value.no")]] });
    case "texts": case "integers": return linesField({ ...common, value: (own ?? []).map(String), placeholder: Array.isArray(standard) ? standard.join("\n") : undefined });
    case "object": case "objects": return longField({ ...common, class: "mono", rows: "5", value: own ? plainJSON(own) : "", placeholder: standard ? plainJSON(standard) : undefined });
    case "text": return textField({ ...common, value: own ?? "", placeholder });
  }
}

/**
 * The value that a field sets. Null returns to the default value.
 *
 * @param {Setting} setting @param {any} read
 */
function settingValue({ key, kind, value, source }, read) {
  if (read === "" || (Array.isArray(read) && read.length === 0)) return null;
  // The server explains what is no number.
  const number = (/** @type {string} */ typed) => (/^-?\d+$/.test(typed) ? Number(typed) : typed);
  switch (kind) {
    case "integer": return number(read);
    case "boolean": return read === "true";
    case "integers": return read.map(number);
    case "object": return mergePatch(source === "store" ? /** @type {any} */ (value) ?? {} : {}, typedJSON(key, read, false));
    case "objects": return typedJSON(key, read, true);
    default: return read;
  }
}

/** @param {string} key @param {string} typed @param {boolean} isList */
function typedJSON(key, typed, isList) {
  try {
    const value = JSON.parse(typed);
    if (typeof value === "object" && value && Array.isArray(value) === isList) return value;
  } catch {
    // The sentence below says what is wrong.
  }
  throw new FieldError(key, text(isList ? "data.noList" : "data.noObject"));
}
