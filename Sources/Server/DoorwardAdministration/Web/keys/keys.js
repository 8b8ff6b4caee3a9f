import { element } from "../elements/dom.js";
import { tabBar } from "../elements/parts.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { administrationKeys } from "./administration-keys.js";
import { apiKeys } from "./api-keys.js";
import { signingKeys } from "./signing-keys.js";

/**
 * @typedef {{name: string, label: import("../texts/text.js").Key, load: (signal: AbortSignal) => Promise<{items: any[]}>,
 *   draw: (items: any[], view: import("../view/view.js").View) => (Node | null | false)[]}} Tab
 */

/** @type {Tab[]} */
const tabs = [
  { name: "", label: "keys.api", load: (signal) => call("GET", "/v1/admin/api-keys", undefined, signal), draw: apiKeys },
  { name: "administration", label: "keys.administration", load: (signal) => call("GET", "/v1/admin/keys", undefined, signal), draw: administrationKeys },
  { name: "signing", label: "keys.signing", load: (signal) => call("GET", "/v1/admin/signing-keys", undefined, signal), draw: signingKeys },
];

/** @param {import("../navigation/address.js").Address} address */
const tabOf = (address) => /** @type {Tab} */ (tabs.find(({ name }) => name === address.value("tab")) ?? tabs[0]);

/**
 * Keys of backends, of programs for the administration, and those that sign tokens.
 *
 * @type {import("../view/view.js").Screen}
 */
export const keysScreen = {
  title: () => text("keys.title"),
  load: (address, signal) => tabOf(address).load(signal),
  draw({ items }, view) {
    const chosen = tabOf(view.address);
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("keys.title"), tabindex: "-1" })),
      tabBar(text("keys.parts"), tabs.map(({ name, label }) => (
        { name: name || "api", caption: text(label), href: view.address.withoutDialog.with({ tab: name }).href, isHere: name === chosen.name }))),
      ...chosen.draw([...items].reverse(), view).filter((node) => node instanceof Node));
  },
};
