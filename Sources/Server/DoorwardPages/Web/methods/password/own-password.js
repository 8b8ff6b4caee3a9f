import { glyph } from "../../elements/choice.js";
import { element } from "../../elements/dom.js";
import { openFormDialog } from "../../elements/form-dialog.js";
import { sendingForm } from "../../elements/form.js";
import { nameParts } from "../../elements/name.js";
import { toast } from "../../elements/status.js";
import { plainText } from "../../format/text.js";
import { catalog } from "../../messages/catalog.js";
import { getState } from "../../server/call.js";
import { changePassword } from "../../server/password.js";
import { Problem } from "../../server/problem.js";
import { complaintOf, hiddenIdentifier, newPasswordField, presentPasswordField } from "../identifier/fields.js";
import { passwordIdentities, passwordIdentity, passwordKinds } from "../identifier/settings.js";
import { wayButton, wayRow } from "../ways/row.js";

const { text, parts } = catalog("password");

/** @typedef {import("../method.js").AccountPage} AccountPage */

const picture = "/assets/password.svg";

/**
 * Sets or changes the password.
 *
 * @param {AccountPage} page @param {() => Promise<void>} close
 */
function passwordEntry(page, close) {
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
 * The password of the user.
 *
 * @param {AccountPage} page
 */
export function passwordRows(page) {
  const { config, identities, user } = page.state();
  if (!user?.has_password || passwordKinds(config).length === 0) return [];
  // Each of them may run in another direction than the page.
  const identifiers = passwordIdentities(identities).flatMap(({ identifier }, index) => [index > 0 && " · ", element("bdi", {}, ...nameParts(shown(identifier)))]);
  const title = text("change");
  const open = () => openFormDialog({ title, testid: "password-dialog" }, (_, close) => [passwordEntry(page, close)]);
  return [wayRow({
    testid: "password-entry", picture: glyph(picture), name: element("p", { class: "entry-name", text: text("session") }),
    details: [parts("with", { list: element("span", {}, ...identifiers) })],
  }, wayButton({ text: text("changeOne"), label: title, testid: "change-password" }, open))];
}

/**
 * A password, for a user who has an identifier to sign in with.
 *
 * @param {AccountPage} page
 * @returns {import("../method.js").Addition[]}
 */
export function passwordAdditions(page) {
  const { config, identities, user } = page.state();
  if (user?.has_password || passwordKinds(config).length === 0 || !passwordIdentity(identities)) return [];
  return [{
    picture, name: text("session"), title: text("set"), detail: withIdentifiers(identities), testid: "add-password",
    form: (_, close) => passwordEntry(page, close),
  }];
}

/** @param {import("../../server/types.js").Identity[]} identities */
const withIdentifiers = (identities) => text("with", { list: passwordIdentities(identities).map(({ identifier }) => shown(identifier)).join(" · ") });

/** @param {string} identifier */
const shown = (identifier) => plainText(identifier, 120);
