import { choicePicture, choiceRow } from "../../elements/choice.js";
import { element, headingTag } from "../../elements/dom.js";
import { lastUsed } from "../last-used.js";
import { walletFlow } from "../wallets/flow.js";
import { proveNear } from "./proof.js";
import { networks } from "./settings.js";
import { text } from "./text.js";

const picture = "/assets/near.svg";

/**
 * One choice for each network. The wallets are listed on the wallet origin.
 *
 * @param {import("../method.js").Offer} offer
 * @returns {import("../method.js").Choices}
 */
export function nearChoices(offer) {
  const last = lastUsed("near");
  const icon = () => choicePicture(picture, picture);
  const known = networks(offer.state.config);
  const rows = known.map((network) => choiceRow({
    icon: icon(), testid: "near-wallet", detail: text("pickYours"), isLastUsed: last?.network === network,
    name: known.length > 1 ? text("walletOn", { network }) : text("wallet"),
    choose: () => offer.start({ ...walletFlow(), name: text("title"), icon, prove: (attempt) => proveNear(network, offer, attempt) }),
  }));
  return {
    view: element("section", { class: "picker-section" },
      element(headingTag(offer.level), { class: "section-title", text: text("title") }), element("ul", { class: "rows" }, ...rows)),
    stop: () => {},
  };
}
