import { element, link } from "../elements/dom.js";
import { emptyState } from "../elements/parts.js";
import { text } from "../texts/text.js";

/**
 * The screen of an address that the dashboard does not have.
 *
 * @type {import("../view/view.js").Screen}
 */
export const missingScreen = {
  title: () => text("missing.title"),
  load: async () => undefined,
  draw: (_, view) => view.draw(element("h1", { text: text("missing.title"), tabindex: "-1" }),
    emptyState(text("missing.what"), text("missing.advice"), link(text("missing.action"), "/", { class: "button" }))),
};
