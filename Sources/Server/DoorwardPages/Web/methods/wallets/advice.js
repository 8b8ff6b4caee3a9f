import { element } from "../../elements/dom.js";
import { parts, text } from "./text.js";

/**
 * The advice for every user of a wallet: signing costs nothing, and the wallet must show this site.
 *
 * @type {import("../method.js").Advice}
 */
export const walletAdvice = {
  lead: () => text("lead"),
  note: (isComplete) => parts(isComplete ? "checkSiteFree" : "checkSite", {
    domain: element("span", { class: "mono strong", dir: "ltr", text: location.host }),
  }),
};
