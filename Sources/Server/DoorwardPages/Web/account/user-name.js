import { confirm } from "../elements/confirm.js";
import { button, element } from "../elements/dom.js";
import { openFormDialog } from "../elements/form-dialog.js";
import { sendingForm, textField } from "../elements/form.js";
import { toast } from "../elements/status.js";
import { plainText } from "../format/text.js";
import { text } from "../messages/text.js";
import { complaintOf } from "../methods/identifier/fields.js";
import { identityOf, passwordKinds } from "../methods/identifier/settings.js";
import { updateUser } from "../server/account.js";
import { getState } from "../server/call.js";

/**
 * The user name, by which the user signs in with a password.
 *
 * @typedef {import("../methods/method.js").AccountPage} AccountPage
 */

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

/** @param {AccountPage} page */
export function userNameRow(page) {
  const { config, identities } = page.state();
  const present = identityOf(identities, "username")?.identifier;
  const isOffered = passwordKinds(config).includes("username");
  if (!isOffered && present === undefined) return undefined;
  const title = text(present === undefined ? "userName.setTitle" : "userName.changeTitle");
  const open = () => openFormDialog({ title, testid: "username-dialog" }, (_, close) => userNameForm(page, present ?? "", close));
  const remove = async () => {
    /** @type {import("../server/types.js").State | undefined} */
    let fresh;
    const isDone = await confirm({
      title: text("userName.removeTitle"), action: text("userName.remove"),
      text: text("userName.removeText", { name: plainText(present, 64) }),
      perform: async () => { fresh = await save(page, null); },
    });
    if (!isDone || !fresh) return;
    page.onChange(fresh);
    toast(text("userName.removed"));
  };
  return element("ul", { class: "entries" }, element("li", { class: "entry", testid: "username" },
    element("div", { class: "entry-text" },
      element("p", { class: "muted small", text: text("userName.label") }),
      element("p", { class: "entry-name", dir: "auto", text: present === undefined ? text("userName.none") : plainText(present, 64) })),
    element("div", { class: "entry-actions" },
      isOffered && button(text(present === undefined ? "userName.set" : "userName.change"), open, { class: "button quiet", "aria-label": title, testid: "change-username" }),
      present !== undefined && identities.length > 1
        && button(text("userName.remove"), () => void remove(), { class: "button quiet danger-text", "aria-label": text("userName.removeLabel"), testid: "remove-username" }))));
}
