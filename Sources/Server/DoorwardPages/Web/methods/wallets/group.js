import { choicePicture, choiceRow } from "../../elements/choice.js";
import { button, element, headingTag } from "../../elements/dom.js";
import { catalog } from "../../messages/catalog.js";
import { text as pageText } from "../../messages/text.js";

const { text } = catalog("wallets");
const picture = "/assets/wallet.svg";

/**
 * All wallets are one row of the page, so that its height does not change when a wallet announces itself. The list has help for a user
 * who has no wallet.
 *
 * @type {import("../method.js").Group}
 */
export const walletGroup = {
  row: (members, isConfirmation, choose) => element("section", { class: "picker-section" },
    element("ul", { class: "rows" }, choiceRow({
      icon: choicePicture(picture, picture), name: text(isConfirmation ? "confirm" : "start"), testid: "wallets", choose,
      detail: members.map(({ groupName = "" }) => groupName).join(" · "),
    }))),
  view: (lists, { level, back, note }) => element("section", { class: "form-view", testid: "wallets-step" },
    element(headingTag(level), { text: text("title") }),
    element("div", {}, ...lists),
    element("p", { class: "muted small", text: text("help") }),
    element("p", { class: "muted small" }, ...note),
    element("div", { class: "actions ways-on" }, button(pageText("flow.otherWays"), back, { class: "button quiet", testid: "other-ways" }))),
};
