import { element } from "../elements/dom.js";
import { notice, section, tabBar } from "../elements/parts.js";
import { changesSection, loadChanges } from "../history/list.js";
import { undoDialog } from "../history/undo.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { text } from "../texts/text.js";
import { editSettings } from "./edit.js";
import { settingsList } from "./rows.js";
import { parts, settingsOf } from "./sections.js";

/** @typedef {import("../navigation/address.js").Address} Address @typedef {import("../server/types.js").Settings} Settings */

/** @param {Address} address */
const isHistory = (address) => address.value("tab") === "history";

/** @param {Address} address */
const partOf = (address) => /** @type {import("./sections.js").Part} */ (parts.find(({ name }) => name === address.value("tab")) ?? parts[0]);

/**
 * The settings of the server, and the history of their changes.
 *
 * @type {import("../view/view.js").Screen}
 */
export const settingsScreen = {
  title: () => text("settings.title"),
  load: (address, signal) => (isHistory(address) ? loadChanges(address, signal) : call("GET", "/v1/admin/settings", undefined, signal)),
  draw(loaded, view) {
    const { address } = view;
    const mayWrite = may("admin.settings.write");
    if (mayWrite) view.dialogs.undo = undoDialog();
    const chosen = partOf(address);
    const tabs = [...parts.map(({ name, label }) => ({ name: name || "lifetimes", caption: text(label), href: `/settings${name ? `?tab=${name}` : ""}`, isHere: !isHistory(address) && name === chosen.name })),
      { name: "history", caption: text("history.title"), href: "/settings?tab=history", isHere: isHistory(address) }];
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("settings.title"), tabindex: "-1" })),
      tabBar(text("settings.parts"), tabs),
      ...(isHistory(address) ? [changesSection(loaded, view)] : groups(loaded, chosen, view, mayWrite)));
  },
};

/** @param {Settings} settings @param {import("./sections.js").Part} part @param {import("../view/view.js").View} view @param {boolean} mayWrite */
function groups({ items, version }, part, view, mayWrite) {
  return part.groups.map(([name, label, starts]) => {
    const own = settingsOf(items, starts);
    const isEditable = mayWrite && own.some((setting) => setting.is_editable);
    if (isEditable) view.dialogs[`edit-${name}`] = editSettings(text(label), own, version);
    return section(text(label), { testid: `group-${name}`, actions: [isEditable && view.opener(text("user.edit"), `edit-${name}`, { class: "button small" })] },
      name === "server" && notice(text("settings.serverNote")), settingsList(own));
  });
}
