import { element, uniqueID } from "../elements/dom.js";
import { sendingForm, textField } from "../elements/form.js";
import { chooseLanguage } from "../elements/language-switch.js";
import { toast } from "../elements/status.js";
import { showSuccess } from "../elements/success.js";
import { timeElement } from "../elements/time.js";
import { languageChoices, pageLanguage } from "../format/languages.js";
import { sentence } from "../messages/sentence.js";
import { parts, text } from "../messages/text.js";
import { updateUser } from "../server/account.js";
import { Problem } from "../server/problem.js";
import { photoRow } from "./photo.js";
import { changesOf, profileFields } from "./profile-fields.js";

/**
 * The profile of the user: photo, names and language.
 *
 * @typedef {import("../methods/method.js").AccountPage} AccountPage
 */

/** @param {import("./profile-fields.js").ProfileField} field @param {string | null | undefined} saved */
const profileField = ({ member, label, autofill }, saved) => textField({
  label: text(label), name: member, value: saved ?? "", autocomplete: autofill, maxlength: 120, spellcheck: "false", autocapitalize: "words",
  dir: "auto", testid: member.replaceAll("_", "-"),
});

/**
 * The language of the user, for messages and for this page. A choice is saved, and the page speaks it at once.
 *
 * @param {AccountPage} page
 */
function languageField(page) {
  const id = uniqueID("language");
  const saved = pageLanguage(page.state().user?.locale) ?? "";
  const save = async () => {
    try {
      const fresh = await updateUser({ locale: select.value || null });
      await chooseLanguage(select.value);
      page.onChange(fresh);
      toast(text("profile.saved"));
      // The view was drawn again, and the keyboard continues at the field.
      const field = document.querySelector("select[name=locale]");
      if (field instanceof HTMLElement) field.focus();
    } catch (error) {
      select.value = saved;
      toast(sentence(error), { problem: true });
    }
  };
  const select = element("select", { id, name: "locale", testid: "locale", on: { change: () => void save() } },
    element("option", { value: "", text: text("profile.anyLanguage") }),
    ...languageChoices().map(({ tag, name }) => element("option", { value: tag, lang: tag, text: name, selected: tag === saved })));
  return element("div", { class: "field" },
    element("label", { for: id, text: text("profile.language") }),
    element("div", { class: "field-row" }, select));
}

/** @param {AccountPage} page */
function profileForm(page) {
  const { user } = page.state();
  const fields = profileFields.map((field) => profileField(field, user?.[field.member]));
  const [name, ...others] = fields.map(({ view }) => view);
  const { form } = sendingForm({
    testid: "profile", action: text("profile.save"), style: "button",
    submit: async () => {
      const changes = changesOf(user, Object.fromEntries(/** @type {Iterable<[any, string]>} */ (new FormData(form))));
      if (Object.keys(changes).length === 0) return toast(text("profile.unchanged"));
      const fresh = await updateUser(changes);
      await showSuccess(form);
      toast(text("profile.saved"));
      page.onChange(fresh);
    },
    explain: (error) => ({
      said: sentence(error),
      input: error instanceof Problem ? fields.find(({ input }) => error.code === `invalid_${input.name}`)?.input : undefined,
    }),
  }, name, element("div", { class: "fields" }, ...others));
  return form;
}

/** @param {AccountPage} page */
export const profileCard = (page) => element("section", { class: "card", "aria-labelledby": "profile-title", testid: "profile-card" },
  element("h2", { id: "profile-title", text: text("profile.title") }),
  photoRow(page),
  profileForm(page),
  languageField(page),
  element("p", { class: "muted small" }, ...parts("profile.since", { date: timeElement(page.state().user?.created_at) })));
