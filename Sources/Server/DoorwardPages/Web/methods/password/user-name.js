import { glyph } from "../../elements/choice.js";
import { confirm } from "../../elements/confirm.js";
import { element } from "../../elements/dom.js";
import { openFormDialog } from "../../elements/form-dialog.js";
import { sendingForm, textField } from "../../elements/form.js";
import { toast } from "../../elements/status.js";
import { plainText } from "../../format/text.js";
import { parts, text } from "../../messages/text.js";
import { updateUser } from "../../server/account.js";
import { getState } from "../../server/call.js";
import { complaintOf } from "../identifier/fields.js";
import { identityOf, passwordKinds } from "../identifier/settings.js";
import { lastUse, wayButton, wayRow } from "../ways/row.js";

/**
 * The user name, by which the user signs in with a password.
 *
 * @typedef {import("../method.js").AccountPage} AccountPage
 */

const picture = "/assets/user-name.svg";

/**
 * Saves the user name. The session may have ended with the old one, so the state is read again.
 *
 * @param {AccountPage} page @param {string | null} username
 */
async function save(page, username) {
  await page.withRecentSignIn(async () => { await updateUser({ username }); });
  return getState();
}

/** @param {AccountPage} page @param {string} present @param {() => Promise<void>} close */
function userNameForm(page, present, close) {
  const { view, input } = textField({
    label: text("userName.label"), name: "username", autocomplete: "username", value: present, dir: "auto", testid: "new-username",
    help: element("span", { text: text("userName.help") }),
  });
  const { form, complain } = sendingForm({
    testid: "username-form", action: text("userName.save"),
    submit: async () => {
      const typed = input.value.trim();
      if (typed === "") return complain({ said: text("userName.missing"), input });
      if (typed === present) return close();
      const fresh = await save(page, typed);
      await close();
      page.onChange(fresh);
      toast(text("userName.saved"));
    },
    explain: (error) => complaintOf(error, { username: input, identifier: input }),
  }, view);
  return form;
}

/**
 * The user name of the user. It can be changed if the application accepts user names.
 *
 * @param {AccountPage} page
 */
export function userNameRows(page) {
  const { config, identities } = page.state();
  const identity = identityOf(identities, "username");
  if (!identity) return [];
  const present = identity.identifier;
  const title = text("userName.changeTitle");
  const open = () => openFormDialog({ title, testid: "username-dialog" }, (_, close) => [userNameForm(page, present, close)]);
  const remove = async () => {
    /** @type {import("../../server/types.js").State | undefined} */
    let fresh;
    const isDone = await confirm({
      title: text("userName.removeTitle"), action: text("userName.remove"), text: text("userName.removeText", { name: plainText(present, 64) }),
      perform: async () => { fresh = await save(page, null); },
    });
    if (!isDone || !fresh) return;
    page.onChange(fresh);
    toast(text("userName.removed"));
  };
  return [wayRow({
    testid: "username", of: identity.id, picture: glyph(picture), name: element("p", { class: "entry-name", dir: "auto", text: plainText(present, 64) }),
    details: [parts("identities.lastUsed", { kind: text("userName.label"), time: lastUse(identity) })],
  },
  passwordKinds(config).includes("username") && wayButton({ text: text("userName.change"), label: title, testid: "change-username" }, open),
  identities.length > 1 && wayButton({ text: text("userName.remove"), label: text("userName.removeLabel"), testid: "remove-username", isDangerous: true }, () => void remove()))];
}

/**
 * A user name, for a user who has none.
 *
 * @param {AccountPage} page
 * @returns {import("../method.js").Addition[]}
 */
export function userNameAdditions(page) {
  const { config, identities } = page.state();
  if (!passwordKinds(config).includes("username") || identityOf(identities, "username")) return [];
  return [{
    picture, name: text("userName.label"), title: text("userName.setTitle"), detail: text("userName.help"), testid: "add-username",
    form: (_, close) => userNameForm(page, "", close),
  }];
}
