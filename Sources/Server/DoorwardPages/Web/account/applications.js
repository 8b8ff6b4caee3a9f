import { scopeMeanings } from "../authorization/request.js";
import { confirm } from "../elements/confirm.js";
import { button, element } from "../elements/dom.js";
import { loadFailure, toast } from "../elements/status.js";
import { initial, plainText } from "../format/text.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { listApplications, withdrawGrant } from "../server/account.js";

/** @typedef {import("../server/types.js").GrantedApplication} GrantedApplication */

/**
 * The apps that the user has signed in to, with a button to remove the access of each. Without apps, there is no card.
 *
 * @param {() => Promise<void>} onRemoved updates the list of sessions
 * @returns {import("./read-cards.js").ReadCard}
 */
export function applicationsCard(onRemoved) {
  const body = element("div", { testid: "applications" });
  const card = element("section", { class: "card", "aria-labelledby": "applications-title", hidden: true },
    element("h2", { id: "applications-title", text: text("applications.title") }), body);

  const load = async () => {
    try {
      const { items } = await listApplications();
      body.replaceChildren(element("ul", { class: "entries" }, ...items.map(row)));
      card.hidden = items.length === 0;
    } catch (error) {
      card.hidden = false;
      body.replaceChildren(...loadFailure(sentence(error), load, "applications-retry"));
    }
  };

  const row = (/** @type {GrantedApplication} */ application) => {
    const name = plainText(application.name, 60);
    const rights = [...application.scopes.includes("account") ? [text("app.fullAccess")] : [], ...scopeMeanings(application.scopes)];
    return element("li", { class: "entry", testid: "application", "data-of": application.application_id },
      element("span", { class: "mark", "aria-hidden": "true", text: initial(name) }),
      element("div", { class: "entry-text" },
        element("p", { class: "entry-name", text: name }),
        element("p", { class: "muted small", text: rights.join(" · ") })),
      element("div", { class: "entry-actions" },
        button(text("applications.remove"), () => void remove(application.application_id, name), {
          class: "button quiet danger-text", "aria-label": text("applications.removeOne", { name }), testid: "remove-access",
        })));
  };

  const remove = async (/** @type {string} */ id, /** @type {string} */ name) => {
    const isDone = await confirm({
      title: text("applications.removeTitle", { name }), action: text("applications.remove"), text: text("applications.removeText", { name }),
      perform: () => withdrawGrant(id),
    });
    if (!isDone) return;
    await Promise.all([load(), onRemoved()]);
    toast(text("applications.removed"));
  };

  return { card, load };
}
