import { choicePicture } from "../../elements/choice.js";
import { confirm } from "../../elements/confirm.js";
import { button, element, whileBusy } from "../../elements/dom.js";
import { openFormDialog } from "../../elements/form-dialog.js";
import { sendingForm, textField } from "../../elements/form.js";
import { toast } from "../../elements/status.js";
import { timeElement } from "../../elements/time.js";
import { catalog } from "../../messages/catalog.js";
import { sentence } from "../../messages/sentence.js";
import { getState } from "../../server/call.js";
import { removePasskey, renamePasskey } from "../../server/passkeys.js";
import { addByHand } from "./addition.js";
import { givenNameOf, nameOf } from "./name.js";
import { isPasskey, settings } from "./settings.js";
import { signalUnknown, tellBrowser } from "./signals.js";

const { text, parts, errorText } = catalog("passkeys");

/**
 * The passkeys of the user on the account page.
 *
 * @typedef {import("../method.js").AccountPage} AccountPage
 * @typedef {import("../../server/types.js").Identity} Identity
 */

const picture = "/assets/passkey.svg";

/** @param {AccountPage} page @param {Identity} passkey @param {() => Promise<void>} close */
function nameForm(page, passkey, close) {
  const present = givenNameOf(passkey);
  const { view, input } = textField({
    label: text("newName"), name: "passkey-name", autocomplete: "off", maxlength: 120, autocapitalize: "sentences", value: present, dir: "auto", testid: "passkey-name",
  });
  const { form, complain } = sendingForm({
    testid: "passkey-name-form", action: text("save"),
    submit: async () => {
      const typed = input.value.trim();
      if (typed === "") return complain({ said: text("nameMissing"), input });
      if (typed === present) return close();
      await renamePasskey(passkey.id, typed);
      const fresh = await getState();
      await close();
      page.onChange(fresh);
      toast(text("renamed"));
    },
    explain: (error) => ({ said: sentence(error, errorText), input }),
  }, view);
  return form;
}

/** @param {AccountPage} page @param {Identity} passkey */
async function remove(page, passkey) {
  const isDone = await confirm({
    title: text("removeTitle"), action: text("remove"), text: text("removeText", { name: nameOf(passkey) }),
    perform: () => page.withRecentSignIn(() => removePasskey(passkey.id)),
  });
  if (!isDone) return;
  // The session may have ended with the passkey. Then no list can be read any more, and the browser learns it here.
  await signalUnknown(settings(page.state().config)?.rp_id ?? "", passkey.identifier);
  try {
    page.onChange(await getState());
    toast(text("removed"));
  } catch (error) {
    toast(sentence(error, errorText), { problem: true });
  }
}

/** @param {AccountPage} page @param {Identity} passkey @param {boolean} isOnly whether it is the only way to sign in */
function row(page, passkey, isOnly) {
  const name = nameOf(passkey);
  const title = text("renameTitle");
  const dates = parts("used", {
    added: timeElement(passkey.verified_at), used: timeElement(passkey.last_used_at ?? passkey.verified_at, { relative: true }),
  });
  const rename = () => openFormDialog({ title, testid: "passkey-name-dialog" }, (_, close) => nameForm(page, passkey, close));
  return element("li", { class: "entry", testid: "passkey-entry" },
    choicePicture(picture, picture),
    element("div", { class: "entry-text" },
      element("p", { class: "entry-name", dir: "auto", testid: "passkey-label", text: name }),
      element("p", { class: "muted small", testid: "passkey-backup", text: text(passkey.backed_up === true ? "synced" : "oneDevice") }),
      element("p", { class: "muted small" }, ...dates)),
    element("div", { class: "entry-actions" },
      button(text("rename"), rename, { class: "button quiet", "aria-label": text("renameOne", { name }), testid: "rename-passkey" }),
      !isOnly && button(text("remove"), () => void remove(page, passkey), {
        class: "button quiet danger-text", "aria-label": text("removeOne", { name }), testid: "remove-passkey",
      })));
}

/** @param {AccountPage} page */
export function passkeyCard(page) {
  const { identities } = page.state();
  const passkeys = identities.filter(isPasskey);
  const add = button(text("add"), () => void whileBusy(add, async () => {
    try {
      page.onChange(await addByHand(page));
      toast(text("added"));
    } catch (error) {
      toast(sentence(error, errorText), { problem: true });
    }
  }), { testid: "add-passkey" });
  // The list on the page is that of the state. Each change draws the page again, so the change is reported to the
  // browser here.
  tellBrowser(page.state()).catch(() => {});
  return element("section", { class: "card", "aria-labelledby": "passkeys-title", testid: "passkey-card" },
    element("div", { class: "card-head" }, element("h2", { id: "passkeys-title", text: text("listTitle") }), add),
    passkeys.length > 0 && element("ul", { class: "entries", testid: "passkey-list" }, ...passkeys.map((passkey) => row(page, passkey, identities.length <= 1))),
    element("p", { class: "muted small", text: text("about") }));
}
