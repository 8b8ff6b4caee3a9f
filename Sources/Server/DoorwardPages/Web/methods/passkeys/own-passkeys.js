import { glyph } from "../../elements/choice.js";
import { confirm } from "../../elements/confirm.js";
import { element } from "../../elements/dom.js";
import { openFormDialog } from "../../elements/form-dialog.js";
import { sendingForm, textField } from "../../elements/form.js";
import { toast } from "../../elements/status.js";
import { timeElement } from "../../elements/time.js";
import { catalog } from "../../messages/catalog.js";
import { sentence } from "../../messages/sentence.js";
import { getState } from "../../server/call.js";
import { removePasskey, renamePasskey } from "../../server/passkeys.js";
import { lastUse, wayButton, wayRow } from "../ways/row.js";
import { addByHand } from "./addition.js";
import { givenNameOf, nameOf } from "./name.js";
import { isPasskey, settings } from "./settings.js";
import { signalUnknown } from "./signals.js";

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

/** @param {AccountPage} page @param {Identity} passkey */
function row(page, passkey) {
  const name = nameOf(passkey);
  const title = text("renameTitle");
  const rename = () => openFormDialog({ title, testid: "passkey-name-dialog" }, (_, close) => [nameForm(page, passkey, close)]);
  return wayRow({
    testid: "passkey-entry", of: passkey.id, picture: glyph(picture), name: element("p", { class: "entry-name", dir: "auto", testid: "passkey-label", text: name }),
    details: [
      [element("span", { testid: "passkey-backup", text: text(passkey.backed_up === true ? "synced" : "oneDevice") })],
      parts("used", { added: timeElement(passkey.verified_at), used: lastUse(passkey) }),
    ],
  },
  wayButton({ text: text("rename"), label: text("renameOne", { name }), testid: "rename-passkey" }, rename),
  page.state().identities.length > 1
    && wayButton({ text: text("remove"), label: text("removeOne", { name }), testid: "remove-passkey", isDangerous: true }, () => void remove(page, passkey)));
}

/** @param {AccountPage} page */
export const passkeyRows = (page) => page.state().identities.filter(isPasskey).map((passkey) => row(page, passkey));

/**
 * Another passkey, which the browser makes in its own window.
 *
 * @param {AccountPage} page
 * @returns {import("../method.js").Addition[]}
 */
export function passkeyAdditions(page) {
  const add = async (/** @type {() => Promise<void>} */ close) => {
    try {
      const fresh = await addByHand(page);
      await close();
      page.onChange(fresh);
      toast(text("added"));
    } catch (error) {
      toast(sentence(error, errorText), { problem: true });
    }
  };
  return [{ picture, name: text("title"), detail: text("detail"), testid: "add-passkey", add }];
}
