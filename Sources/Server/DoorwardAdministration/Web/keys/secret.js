import { copyButton } from "../elements/copy.js";
import { element } from "../elements/dom.js";
import { text } from "../texts/text.js";
import { showOnce } from "../view/form-dialog.js";

/**
 * Ends the dialog of a new key, and shows the key. The server cannot show it again.
 *
 * @param {import("../view/view.js").View} view @param {string} secret
 */
export function showKey(view, secret) {
  view.leaveDialog();
  showOnce(view, text("key.once"), element("p", { text: text("key.onceExplain") }),
    element("p", { class: "secret" }, element("code", { text: secret, testid: "secret" }), copyButton(secret, { label: text("key.key"), class: "button", testid: "copy-secret" })));
}
