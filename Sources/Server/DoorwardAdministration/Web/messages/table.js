import { element } from "../elements/dom.js";
import { badge, foreign, timeElement } from "../elements/parts.js";
import { table } from "../elements/table.js";
import { plainText } from "../format/text.js";
import { knownText, text } from "../texts/text.js";

/** @type {Record<string, "plain" | "good" | "warning" | "danger">} */
const kinds = { waiting: "plain", delivered: "good", failed: "danger", expired: "warning", cancelled: "plain" };

/**
 * Messages with their state, and the words of the mail server or SMS service.
 *
 * @param {import("../server/types.js").Message[]} messages
 */
export const messagesTable = (messages) => table(
  { label: text("messages.title"), columns: [text("message.recipient"), text("message.kind"), text("message.created"), text("message.state")], testid: "messages" },
  messages.map((message) => ({ testid: "message", cells: [
    element("span", {}, foreign(plainText(message.recipient, 320)), element("span", { class: "muted small block", text: text(`channel.${message.channel}`) })),
    element("span", {}, knownText(`message.kind.${message.kind}`) ?? plainText(message.kind, 60), element("span", { class: "muted small block" }, foreign(plainText(message.application, 60)))),
    timeElement(message.created_at),
    element("span", {}, badge(text(`message.state.${message.state}`), kinds[message.state]),
      message.attempts > 0 && element("span", { class: "muted small block", text: text("message.attempts", { count: message.attempts }) }),
      message.detail ? foreign(plainText(message.detail, 500), { class: "words small mono" }) : message.code && element("span", { class: "muted small block", text: message.code })),
  ] })));
