import { element } from "../elements/dom.js";
import { emptyState, tabBar } from "../elements/parts.js";
import { call } from "../server/call.js";
import { text } from "../texts/text.js";
import { messagesTable } from "./table.js";

/**
 * The messages that were not delivered, or wait.
 *
 * @type {import("../view/view.js").Screen}
 */
export const messagesScreen = {
  title: () => text("messages.title"),
  load: (address, signal) => call("GET", `/v1/admin/messages?limit=100&state=${isWaiting(address) ? "waiting" : "undelivered"}`, undefined, signal),
  draw({ items }, view) {
    const waits = isWaiting(view.address);
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("messages.title"), tabindex: "-1" })),
      tabBar(text("messages.parts"), [
        { name: "undelivered", caption: text("messages.undelivered"), href: "/messages", isHere: !waits },
        { name: "waiting", caption: text("messages.waiting"), href: "/messages?state=waiting", isHere: waits },
      ]),
      items.length > 0 ? messagesTable(items)
        : emptyState(text(waits ? "messages.noneWaiting" : "messages.noneUndelivered"), text(waits ? "messages.noneWaitingAdvice" : "messages.noneUndeliveredAdvice")),
      items.length >= 100 && element("p", { class: "muted small", text: text("messages.more") }));
  },
};

/** @param {import("../navigation/address.js").Address} address */
const isWaiting = (address) => address.value("state") === "waiting";
