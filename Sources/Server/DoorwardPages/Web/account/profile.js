import { element, uniqueID } from "../elements/dom.js";
import { sendingForm, textField } from "../elements/form.js";
import { toast } from "../elements/status.js";
import { timeElement } from "../elements/time.js";
import { languageChoices } from "../format/languages.js";
import { preferredLanguages } from "../messages/language.js";
import { sentence } from "../messages/sentence.js";
import { parts, text } from "../messages/text.js";
import { updateUser } from "../server/account.js";
import { Problem } from "../server/problem.js";
import { photoRow } from "./photo.js";
import { changesOf } from "./profile-changes.js";
import { userNameRow } from "./user-name.js";

/**
 * The profile of the user: photo, names, language and user name.
 *
 * @typedef {import("../methods/method.js").AccountPage} AccountPage
 */

/** @param {string} label @param {string} name @param {string | null | undefined} value @param {string} autocomplete */
const nameField = (label, name, value, autocomplete) => textField({
  label, name, value: value ?? "", autocomplete, maxlength: 120, spellcheck: "false", autocapitalize: "words", dir: "auto",
  testid: name.replaceAll("_", "-"),
});

/** @param {string | null | undefined} saved a language tag */
function languageField(saved) {
  const id = uniqueID("language");
  const select = element("select", { id, name: "locale", testid: "locale" },
    element("option", { value: "", text: text("profile.anyLanguage") }),
    ...languageChoices(saved, preferredLanguages).map(({ tag, name }) =>
      element("option", { value: tag, lang: tag, text: name, selected: tag === saved })));
  const view = element("div", { class: "field" },
    element("label", { for: id, text: text("profile.language") }),
    element("div", { class: "field-row" }, select));
  return { view, select };
}

/** @param {AccountPage} page */
function profileForm(page) {
  const { user } = page.state();
  const name = nameField(text("profile.name"), "name", user?.name, "name");
  const first = nameField(text("profile.firstName"), "first_name", user?.first_name, "given-name");
  const last = nameField(text("profile.lastName"), "last_name", user?.last_name, "family-name");
  const language = languageField(user?.locale);
  /** @type {Record<string, HTMLInputElement>} the field of each refusal */
  const refused = { invalid_name: name.input, invalid_first_name: first.input, invalid_last_name: last.input };
  const { form } = sendingForm({
    testid: "profile", action: text("profile.save"), style: "button",
    submit: async () => {
      const changes = changesOf(user, {
        name: name.input.value, first_name: first.input.value, last_name: last.input.value, locale: language.select.value,
      });
      if (Object.keys(changes).length === 0) return toast(text("profile.unchanged"));
      const fresh = await updateUser(changes);
      toast(text("profile.saved"));
      page.onChange(fresh);
    },
    explain: (error) => ({ said: sentence(error), input: error instanceof Problem ? refused[error.code] : undefined }),
  }, name.view, element("div", { class: "fields" }, first.view, last.view), language.view);
  return form;
}

/** @param {AccountPage} page */
export const profileCard = (page) => element("section", { class: "card", "aria-labelledby": "profile-title", testid: "profile-card" },
  element("h2", { id: "profile-title", text: text("profile.title") }),
  photoRow(page),
  profileForm(page),
  userNameRow(page),
  element("p", { class: "muted small" }, ...parts("profile.since", { date: timeElement(page.state().user?.created_at) })));
