import { button, element, whileBusy } from "../elements/dom.js";
import { notice, toast } from "../elements/status.js";
import { timeElement } from "../elements/time.js";
import { sentence } from "../messages/sentence.js";
import { parts, text } from "../messages/text.js";
import { rename } from "../server/account.js";

/**
 * The name of the user, and since when the account exists.
 *
 * @param {import("../server/types.js").State} state
 * @param {(state: import("../server/types.js").State) => void} onChange
 */
export function profileCard(state, onChange) {
  const saved = state.user?.name ?? "";
  const trouble = element("div");
  const input = element("input", {
    id: "name", name: "name", type: "text", maxlength: 120, autocomplete: "name", value: saved, testid: "name",
    placeholder: text("profile.placeholder"),
  });
  const save = button(text("profile.save"), () => {}, { type: "submit", testid: "save-name" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name === saved) return toast(text("profile.unchanged"));
    void whileBusy(save, async () => {
      trouble.replaceChildren();
      try {
        const fresh = await rename(name === "" ? null : name);
        toast(text("profile.saved"));
        onChange(fresh);
      } catch (error) {
        trouble.replaceChildren(notice(sentence(error), { problem: true }));
      }
    });
  };
  return element("section", { class: "card", "aria-labelledby": "profile-title" },
    element("h2", { id: "profile-title", text: text("profile.title") }),
    element("div", { class: "field" },
      element("label", { for: "name", text: text("profile.name") }),
      element("form", { class: "field-row", on: { submit } }, input, save), trouble),
    element("p", { class: "muted small" }, ...parts("profile.since", { date: timeElement(state.user?.created_at) })));
}
