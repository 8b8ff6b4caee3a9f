import { button, whileBusy } from "../elements/dom.js";
import { toast } from "../elements/status.js";
import { sentence } from "../messages/sentence.js";
import { chooseCodes } from "../server/second-factor.js";
import { showRecoveryCodes } from "./recovery-codes.js";
import { text } from "./text.js";

/**
 * Codes by email or SMS that the user chooses as a second factor on the account page.
 *
 * @typedef {import("../methods/method.js").AccountPage} AccountPage
 * @typedef {import("../server/types.js").SecondFactor} SecondFactor
 */

/** The type of the address of each channel, and the text of its button. */
const channels = /** @type {const} */ ({
  email: { address: "email", action: "useEmailCodes" },
  sms: { address: "phone", action: "useSMSCodes" },
});

/**
 * The buttons for the channels that the site offers, for which the user has an address, and that the user has not chosen.
 *
 * @param {AccountPage} page
 * @param {readonly SecondFactor[]} factors the factors of the user
 * @param {() => Promise<void>} onChosen
 * @returns {HTMLButtonElement[]}
 */
export function codeButtons(page, factors, onChosen) {
  const { config: { second_factor_codes: offered = [] }, identities } = page.state();
  return (/** @type {(keyof typeof channels)[]} */ (Object.keys(channels)))
    .filter((channel) => offered.includes(channel) && !factors.some((factor) => factor.channel === channel)
      && identities.some(({ type }) => type === channels[channel].address))
    .map((channel) => {
      const control = button(text(channels[channel].action), () => void whileBusy(control, async () => {
        try {
          await choose(page, channel);
          await onChosen();
        } catch (error) {
          toast(sentence(error), { problem: true });
        }
      }), { testid: `use-${channel}-codes` });
      return control;
    });
}

/** @param {AccountPage} page @param {import("../server/types.js").Channel} channel */
async function choose(page, channel) {
  /** @type {string[]} */
  let codes = [];
  await page.withRecentSignIn(async () => { codes = (await chooseCodes(channel)).recovery_codes ?? []; });
  if (codes.length > 0) await showRecoveryCodes(codes, page.state());
  toast(text(codes.length > 0 ? "done" : "codesAdded"));
}
