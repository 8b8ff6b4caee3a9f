import { element, uniqueID } from "../elements/dom.js";
import { textField } from "../elements/field.js";
import { foreign } from "../elements/parts.js";
import { mainIdentifier, userName } from "../format/user.js";
import { call } from "../server/call.js";
import { sentence } from "../texts/sentence.js";
import { text } from "../texts/text.js";

/** The pause after a key before the search starts, in milliseconds. */
const pause = 150;

/**
 * A field that finds a user by a text, and lets the administrator choose one of the found users. It has no value while it searches.
 *
 * @param {import("./view.js").View} view @param {string} [chosen] the id of the user
 * @returns {import("../elements/field.js").Field}
 */
export function userField(view, chosen = "") {
  const search = textField({ name: "user-search", label: text("userField.label"), help: text("userField.help"), type: "search" });
  const group = uniqueID("user");
  const found = element("div", { class: "found", role: "radiogroup", "aria-label": text("userField.found"), testid: "found-users" });
  let timer = 0;
  let latest = 0;
  let isFinding = false;
  /** @param {string} typed */
  const find = async (typed) => {
    const own = latest += 1;
    if (!typed) {
      [chosen, isFinding] = ["", false];
      return found.replaceChildren();
    }
    try {
      const { items } = await call("GET", `/v1/admin/user-search?${new URLSearchParams({ q: typed.slice(0, 200), limit: "5" })}`, undefined, view.signal);
      if (own !== latest) return undefined;
      isFinding = false;
      if (!items.some(({ id }) => id === chosen)) chosen = items.length === 1 ? items[0]?.id ?? "" : "";
      return found.replaceChildren(...(items.length > 0 ? items.map(choice) : [element("p", { class: "muted", text: text("users.notFound") })]));
    } catch (error) {
      return own === latest ? search.complain(sentence(error)) : undefined;
    }
  };
  /** @param {import("../server/types.js").User} user */
  const choice = (user) => {
    const input = element("input", { type: "radio", name: group, value: user.id, on: { change: () => { chosen = user.id; search.complain(undefined); } } });
    input.checked = user.id === chosen;
    const identifier = mainIdentifier(user);
    return element("label", { class: "found-user" }, input, element("span", {}, foreign(userName(user)), identifier !== userName(user) && foreign(identifier, { class: "muted small block" })));
  };
  search.control.addEventListener("input", () => {
    clearTimeout(timer);
    isFinding = true;
    timer = window.setTimeout(() => void find(search.read()), pause);
  });
  if (chosen) {
    search.write(chosen);
    void find(chosen);
  }
  return {
    name: "user", control: search.control, complain: search.complain, isSecret: false, view: element("div", {}, search.view, found),
    read: () => (isFinding ? "" : chosen),
    write: (user) => {
      chosen = String(user);
      if (chosen) { search.write(chosen); void find(chosen); }
    },
  };
}
