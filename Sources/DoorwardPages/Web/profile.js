import { rename } from "./api.js";
import { button, element, whileBusy } from "./dom.js";
import { timeElement } from "./format.js";
import { notice, sentence, toast } from "./status.js";

/**
 * Who the person is here: name, and since when.
 *
 * @param {import("./api.js").State} state
 * @param {(state: import("./api.js").State) => void} onChange
 */
export function profileCard(state, onChange) {
  const saved = state.user?.name ?? "";
  const trouble = element("div");
  const input = element("input", {
    id: "name", name: "name", type: "text", maxlength: 120, autocomplete: "name", value: saved, testid: "name",
    placeholder: "How the site should call you",
  });
  const save = button("Save", () => {}, { type: "submit", testid: "save-name" });
  const form = element("form", { class: "field-row", on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name === saved) return toast("The name is saved as it is.");
    void whileBusy(save, async () => {
      trouble.replaceChildren();
      try {
        const fresh = await rename(name === "" ? null : name);
        toast("Name saved.");
        onChange(fresh);
      } catch (error) {
        trouble.replaceChildren(notice(sentence(error), { problem: true }));
      }
    });
  } } }, input, save);
  return element("section", { class: "card", "aria-labelledby": "profile-title" },
    element("h2", { id: "profile-title", text: "Profile" }),
    element("div", { class: "field" },
      element("label", { for: "name", text: "Name" }), form, trouble),
    element("p", { class: "muted small" }, "Here since ", timeElement(state.user?.created_at), "."));
}
