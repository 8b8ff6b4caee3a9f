import { button, element, headingTag } from "../elements/dom.js";
import { sendingForm, textField } from "../elements/form.js";
import { showSuccess } from "../elements/success.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { updateUser } from "../server/account.js";

/** @typedef {import("../server/types.js").State} State */

/**
 * Asks a new user for the name. The user is signed in already, so the step can always be skipped.
 *
 * @param {State} state @param {2 | 3} level of the heading
 * @param {(state: State) => void} done continues with the present state
 * @returns {HTMLElement}
 */
export function nameStep(state, level, done) {
  const name = textField({
    label: text("profile.name"), name: "name", autocomplete: "name", maxlength: 120, autocapitalize: "words", dir: "auto", testid: "new-name",
  });
  const { form } = sendingForm({
    testid: "name-form", action: text("identifier.continue"),
    submit: async () => {
      const typed = name.input.value.trim();
      if (typed === "") return done(state);
      const named = await updateUser({ name: typed });
      await showSuccess(form);
      done(named);
    },
    explain: (error) => ({ said: sentence(error), input: name.input }),
  }, name.view);
  return element("section", { class: "form-view", testid: "name-step" },
    element(headingTag(level), { text: text("signIn.nameTitle") }),
    element("p", { class: "muted", text: text("signIn.nameText") }),
    form,
    element("div", { class: "actions ways-on" },
      button(text("signIn.skip"), () => done(state), { class: "button quiet", testid: "skip-name" })));
}
