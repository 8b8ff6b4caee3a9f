import { element } from "../elements/dom.js";
import { emptyState, tabBar } from "../elements/parts.js";
import { call } from "../server/call.js";
import { may } from "../session/session.js";
import { text } from "../texts/text.js";
import { messagesTable } from "./table.js";
import { loadTemplate, templateSections } from "./templates.js";
import { sendTest } from "./test.js";

/**
 * The messages that were not delivered, or wait, and the templates of all messages.
 *
 * @type {import("../view/view.js").Screen}
 */
export const messagesScreen = {
  title: () => text("messages.title"),
  load: (address, signal) => (isTemplates(address) ? loadTemplate(address, signal)
    : call("GET", `/v1/admin/messages?limit=100&state=${isWaiting(address) ? "waiting" : "undelivered"}`, undefined, signal)),
  draw(loaded, view) {
    const { address } = view;
    const isList = !isTemplates(address);
    const mayTest = may("admin.settings.write");
    if (mayTest) view.dialogs.test = sendTest;
    view.draw(
      element("div", { class: "view-head" }, element("h1", { text: text("messages.title"), tabindex: "-1" }), mayTest && view.opener(text("messageTest.open"), "test")),
      tabBar(text("messages.parts"), [
        { name: "undelivered", caption: text("messages.undelivered"), href: "/messages", isHere: isList && !isWaiting(address) },
        { name: "waiting", caption: text("messages.waiting"), href: "/messages?state=waiting", isHere: isList && isWaiting(address) },
        { name: "templates", caption: text("messages.templates"), href: "/messages?tab=templates", isHere: !isList },
      ]),
      ...(isList ? list(loaded.items, isWaiting(address)) : templateSections(loaded, view)));
  },
};

/** @param {import("../server/types.js").Message[]} items @param {boolean} waits */
const list = (items, waits) => [
  items.length > 0 ? messagesTable(items)
    : emptyState(text(waits ? "messages.noneWaiting" : "messages.noneUndelivered"), text(waits ? "messages.noneWaitingAdvice" : "messages.noneUndeliveredAdvice")),
  items.length >= 100 && element("p", { class: "muted small", text: text("messages.more") }),
];

/** @param {import("../navigation/address.js").Address} address */
const isTemplates = (address) => address.value("tab") === "templates";

/** @param {import("../navigation/address.js").Address} address */
const isWaiting = (address) => address.value("state") === "waiting";
