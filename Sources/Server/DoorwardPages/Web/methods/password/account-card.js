import { button, element } from "../../elements/dom.js";
import { openFormDialog } from "../../elements/form-dialog.js";
import { sendingForm } from "../../elements/form.js";
import { toast } from "../../elements/status.js";
import { catalog } from "../../messages/catalog.js";
import { getState } from "../../server/call.js";
import { changePassword } from "../../server/password.js";
import { Problem } from "../../server/problem.js";
import { complaintOf, hiddenIdentifier, newPasswordField, presentPasswordField } from "../identifier/fields.js";
import { passwordIdentity, passwordKinds } from "../identifier/settings.js";

const { text } = catalog("password");

/** @typedef {import("../method.js").AccountPage} AccountPage */

/** @param {AccountPage} page @param {() => Promise<void>} close */
function changeForm(page, close) {
  const { config, identities, user } = page.state();
  const identifier = passwordIdentity(identities)?.identifier ?? "";
  const current = user?.has_password ? presentPasswordField(text("current")) : undefined;
  const next = newPasswordField(config, { label: text("new"), identifiers: () => identities.map((identity) => identity.identifier) });
  const { form, complain } = sendingForm({
    testid: "password-change", action: text("save"),
    submit: async () => {
      if (current?.input.value === "") return complain({ said: text("currentMissing"), input: current.input });
      const complaint = next.complaint();
      if (complaint) return complain(complaint);
      const change = { new_password: next.input.value, ...(current && { current_password: current.input.value }) };
      await page.withRecentSignIn(() => changePassword(change));
      const fresh = await getState();
      await close();
      page.onChange(fresh);
      toast(text("saved"));
    },
    explain: (error) => (current && error instanceof Problem && error.code === "invalid_credentials"
      ? { said: text("currentWrong"), input: current.input } : complaintOf(error, { password: next.input })),
  }, hiddenIdentifier(identifier), current?.view, next.view, element("p", { class: "muted small", text: text("others") }));
  return form;
}

/**
 * Sets or changes the password.
 *
 * @param {AccountPage} page
 */
export function passwordCard(page) {
  const { config, identities, user } = page.state();
  if (passwordKinds(config).length === 0) return undefined;
  const hasPassword = Boolean(user?.has_password);
  const isPossible = hasPassword || passwordIdentity(identities) !== undefined;
  const title = text(hasPassword ? "change" : "set");
  return element("section", { class: "card", "aria-labelledby": "password-title", testid: "password-card" },
    element("div", { class: "card-head" },
      element("h2", { id: "password-title", text: text("title") }),
      isPossible && button(title, () => openFormDialog({ title, testid: "password-dialog" }, (_, close) => changeForm(page, close)), { testid: "change-password" })),
    element("p", { class: "muted", text: text(hasPassword ? "present" : isPossible ? "absent" : "addressFirst") }));
}
