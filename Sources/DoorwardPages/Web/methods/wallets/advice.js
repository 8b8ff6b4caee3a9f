import { element } from "../../elements/dom.js";
import { parts, text } from "./text.js";

/**
 * What every wallet user should know: that signing costs nothing, and which site the wallet must show.
 *
 * @type {import("../method.js").Advice}
 */
export const walletAdvice = {
  lead: () => text("lead"),
  note: (isComplete) => [
    ...(isComplete ? [text("leadShort")] : []),
    ...parts("checkSite", { domain: element("span", { class: "mono strong", text: location.host }) }),
  ],
};
