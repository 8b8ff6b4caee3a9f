import { countdown } from "../elements/countdown.js";
import { openDialog } from "../elements/dialog.js";
import { button, element, focusStep, whileBusy } from "../elements/dom.js";
import { dropStep, keepStep } from "../elements/kept-step.js";
import { notice, toast } from "../elements/status.js";
import { showSuccess } from "../elements/success.js";
import { sentence } from "../messages/sentence.js";
import { needsRecentSignIn, Problem } from "../server/problem.js";
import { beginAuthenticator, confirmAuthenticator } from "../server/second-factor.js";
import { authenticatorKey } from "./authenticator-key.js";
import { firstCodeForm } from "./first-code.js";
import { keptEnrollment } from "./kept-enrollment.js";
import { showRecoveryCodes } from "./recovery-codes.js";
import { isEnding } from "./step.js";
import { text } from "./text.js";

/**
 * Adds an authenticator app: its key as a QR code and as text, then its first code.
 *
 * @typedef {import("../methods/method.js").AccountPage} AccountPage
 * @typedef {import("../server/types.js").AuthenticatorEnrollment} Enrollment
 */

/**
 * The form for the first code.
 *
 * @param {Enrollment} enrollment
 * @param {{onAdded: (codes: string[]) => Promise<void>, onOver: () => void}} events
 */
function confirmForm({ challenge_id }, { onAdded, onOver }) {
  return firstCodeForm(
    "enrollment",
    async (code) => {
      const { recovery_codes } = await confirmAuthenticator({ challenge_id, code });
      await onAdded(recovery_codes ?? []);
    },
    (error, input) => {
      // The enrollment belongs to a session, and a new sign-in makes a new one.
      if (isEnding(error) || needsRecentSignIn(error)) {
        onOver();
        return undefined;
      }
      const isWrong = error instanceof Problem && error.code === "invalid_code";
      return { said: isWrong ? text("addedWrong") : sentence(error), input: isWrong ? input : undefined };
    });
}

/**
 * The authenticator that this tab has kept on the account page.
 *
 * @param {AccountPage} page @param {import("../elements/kept-step.js").KeptStep} kept
 * @returns {Enrollment | undefined}
 */
export const restoredAuthenticator = (page, { name, values }) =>
  (name === "authenticator" && values.user === page.state().user?.id ? keptEnrollment(values.enrollment) : undefined);

/**
 * @param {AccountPage} page
 * @param {() => void} onClosed
 * @param {Enrollment} [kept] the authenticator that was shown before the page was loaded again
 */
export async function addAuthenticator(page, onClosed, kept) {
  const begin = async () => {
    /** @type {Enrollment[]} */
    const begun = [];
    await page.withRecentSignIn(async () => { begun.push(await beginAuthenticator()); });
    return begun[0];
  };
  const place = element("div", { class: "dialog-body" });
  let stopClock = () => {};

  /** @param {Enrollment} enrollment */
  const show = (enrollment) => {
    keepStep("authenticator", enrollment.expires_at, { enrollment, user: page.state().user?.id });
    stopClock = countdown(enrollment.expires_at, (seconds) => { if (seconds === 0) showOver(); });
    place.replaceChildren(
      element("p", { text: text("scan") }), authenticatorKey(enrollment),
      confirmForm(enrollment, { onAdded, onOver: showOver }));
  };

  const showOver = () => {
    stopClock();
    dropStep();
    const trouble = element("div", {}, notice(text("enrollmentOver"), { problem: true, testid: "enrollment-over" }));
    const again = button(text("startAgain"), () => void whileBusy(again, async () => {
      try {
        const fresh = await begin();
        // The user may have closed the dialog meanwhile.
        if (!place.isConnected) return;
        show(fresh);
        focusStep(opened.dialog);
      } catch (error) {
        trouble.replaceChildren(notice(sentence(error), { problem: true }));
      }
    }), { class: "button main", testid: "start-again" });
    place.replaceChildren(trouble, element("div", { class: "actions" }, again));
    again.focus();
  };

  /** @param {string[]} codes */
  const onAdded = async (codes) => {
    stopClock();
    dropStep();
    await showSuccess(place);
    opened.close();
    const isFirst = codes.length > 0;
    if (isFirst) await showRecoveryCodes(codes, page.state());
    toast(text(isFirst ? "done" : "doneAnother"));
    onClosed();
  };

  const first = kept ?? await begin();
  const opened = openDialog({
    title: text("add"), testid: "enrollment-dialog", content: place,
    onClose: () => { stopClock(); dropStep(); onClosed(); },
  });
  show(first);
  focusStep(opened.dialog);
}
