import { element, link } from "../elements/dom.js";
import { badge, foreign, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText } from "../format/text.js";
import { call } from "../server/call.js";
import { isSelf, may } from "../session/session.js";
import { text } from "../texts/text.js";
import { addAdministrator, changeRole, removeAdministrator } from "./acts.js";

/** @typedef {import("../server/types.js").Administrator} Administrator */

/**
 * The administrators. There is always one, so the list is never empty.
 *
 * @type {import("../view/view.js").Screen}
 */
export const administratorsScreen = {
  title: () => text("administrators.title"),
  load: (_, signal) => call("GET", "/v1/admin/administrators", undefined, signal),
  draw(/** @type {{items: Administrator[]}} */ { items }, view) {
    const mayWrite = may("admin.administrators.write");
    const one = (/** @type {(one: Administrator) => import("../view/view.js").Opener} */ open) => (/** @type {import("../view/view.js").View} */ own) => {
      const found = items.find(({ user_id: id }) => id === own.address.value("of"));
      return /** @type {any} */ (found && open(found)(own));
    };
    if (mayWrite) Object.assign(view.dialogs, { add: addAdministrator, role: one(changeRole), remove: one(removeAdministrator) });
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("administrators.title"), tabindex: "-1" }),
        mayWrite && view.opener(text("administrators.add"), "add", { class: "button main" })),
      table({
        label: text("administrators.title"), testid: "administrators",
        columns: [text("users.user"), text("administrators.role"), text("administrators.added"), ...(mayWrite ? [""] : [])],
      },
        items.map((administrator) => ({ testid: "administrator", cells: [
          element("div", { class: "person-lines" },
            element("span", {}, element("a", { href: `/users/${administrator.user_id}` }, foreign(administratorName(administrator))), isSelf(administrator.user_id) && badge(text("administrators.you"))),
            administrator.name && administrator.identifier && foreign(plainText(administrator.identifier, 320), { class: "muted small" })),
          badge(text(`role.${administrator.role}`), administrator.role === "owner" ? "good" : "plain"),
          element("span", {}, timeElement(administrator.added_at), element("span", { class: "muted small block" }, addedBy(administrator, items))),
          ...(mayWrite ? [element("div", { class: "actions end" },
            view.opener(text("administrators.change"), "role", { subject: administrator.user_id, class: "button small" }),
            view.opener(text("administrators.remove"), "remove", { subject: administrator.user_id, class: "button small danger-text" }))] : []),
        ] }))),
      element("dl", { class: "roles" }, ...(/** @type {const} */ (["owner", "support", "viewer"])).map((role) =>
        element("div", {}, element("dt", { text: text(`role.${role}`) }), element("dd", { class: "muted", text: text(`role.${role}.may`) })))));
  },
};

/** @param {Administrator} administrator */
export const administratorName = ({ name, identifier }) => plainText(name) || plainText(identifier, 320) || text("user.unnamed");

/**
 * The party that has added an administrator.
 *
 * @param {Administrator} administrator @param {Administrator[]} all
 */
function addedBy({ added_by: by }, all) {
  const [kind = "", id = ""] = by.split(" ");
  if (kind === "claim") return text("added.claim");
  if (kind === "operator") return text("added.operator", { name: plainText(by.slice(kind.length + 1), 60) });
  if (kind === "key") return text("added.key");
  const found = all.find(({ user_id: user }) => user === id);
  return found ? text("added.administrator", { name: administratorName(found) }) : link(text("added.formerAdministrator"), `/users/${id}`);
}
