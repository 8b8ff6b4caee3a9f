import { element, focusStep } from "../elements/dom.js";
import { dropStep, keepStep, keptStep } from "../elements/kept-step.js";
import { endNotes } from "../elements/status.js";
import { showSuccess } from "../elements/success.js";
import { viewStack } from "../elements/view-stack.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { keepLastUsed, keptChoice, lastUsedFirst } from "../methods/last-used.js";
import { adviceOf, afterSignIn, offerAfterSignIn, offeredMethods } from "../methods/registry.js";
import { keptRequest, secondFactorRequest } from "../second-factor/registry.js";
import { secondFactorStep } from "../second-factor/step.js";
import { isTicketOver } from "../server/problem.js";
import { DeletionPending } from "../server/sign-in.js";
import { foldedGroup } from "./folded.js";
import { linkForm } from "./link-form.js";
import { keepAccountView } from "./keep-account.js";
import { moveOffer } from "./move.js";
import { nameStep } from "./name-step.js";
import { outcomeOf } from "./outcome.js";
import { progressPanel } from "./progress.js";

/**
 * The choice of a sign-in method, and the flow of the chosen one in its place, with the second factor if the server asks
 * for one. The same picker signs in, adds a way to sign in, moves one from another account and confirms the user.
 *
 * @typedef {import("../server/types.js").State} State
 * @typedef {import("../server/types.js").Taken} Taken
 * @typedef {import("../methods/method.js").Flow} Flow
 * @typedef {import("../methods/method.js").SignInMethod} SignInMethod
 * @typedef {import("../methods/last-used.js").LastUsed} LastUsed
 * @typedef {import("../server/types.js").SecondFactorRequest} SecondFactorRequest
 *
 * The request of an app, and the reaction of the page to its expiry.
 * @typedef {import("../methods/method.js").AppRequest & {onOver: (error: unknown) => void}} Served
 *
 * @param {{state: State, purpose: "sign_in" | "link", account?: import("../methods/method.js").WantedAccount,
 *   request?: Served, invited?: string, link?: string, level: 2 | 3, onProven: (state: State, isMoved: boolean) => void,
 *   signAgain?: (problem: import("../server/problem.js").Problem) => Promise<State | null>}} options
 *   `invited`: the address of an invitation; `link`: the secret of a link that signs in; `level`: of the headings; `signAgain`: signs the user in again if the server
 *   asks for it
 * @returns {Picker}
 *
 * @typedef {{picker: HTMLElement, stop: () => void, isOpen: () => boolean, mayLeave: () => boolean}} Picker
 *   `isOpen`: whether the page may show something else by itself. It must not, once the user is signed in, until `onProven`;
 *   `mayLeave`: whether the user may leave the sign-in. If the user has to read something first, the view says so
 */
export function methodPicker({ state, purpose, account = "any", request, invited, link, level, onProven, signAgain }) {
  const picker = element("div", { class: "picker" });
  const lists = element("div", { class: "picker-lists" });
  /** @type {AbortController | null} */
  let running = null;
  /**
   * Warns that the view is not shown again.
   *
   * @type {(() => void) | undefined}
   */
  let insist;

  /**
   * Sends the proof of a form or a second factor, and continues with the user.
   *
   * @param {import("../second-factor/factor.js").Prove} prove @param {LastUsed | undefined} choice
   * @param {import("../second-factor/factor.js").News} [news] a view that the user reads first
   */
  const finish = async (prove, choice, news) => {
    // The answer can have recovery codes, which the server shows only once.
    if (news) forms.hold();
    const proven = await prove().catch((error) => {
      forms.release();
      throw error;
    });
    if (choice) keepLastUsed(choice);
    if (!forms.hold()) return onProven(proven, false);
    // A user who confirms an action does not wait for anything else.
    const [present] = await Promise.all([choice && account !== "linked" ? afterSignIn(proven, choice) : proven, showSuccess(picker)]);
    await forms.stop();
    const show = (/** @type {HTMLElement} */ view) => {
      picker.replaceChildren(view);
      focusStep(view);
    };
    const offers = async (/** @type {State} */ latest) => {
      const done = (/** @type {State} */ state) => onProven(state, false);
      // The account page has its own place for offers.
      const offer = choice && request && account !== "linked" ? await offerAfterSignIn(latest, choice, level, done) : undefined;
      if (offer) show(offer);
      else done(latest);
    };
    const continues = async () => {
      insist = undefined;
      // The other methods ask for a name where they make the account.
      if (choice?.method !== "code" || !proven.is_new_user || account === "linked" || present.user?.name) return offers(present);
      show(nameStep(present, level, (latest) => void offers(latest)));
    };
    const shown = await news?.(proven, continues);
    if (!shown) return continues();
    insist = shown.insist;
    show(shown.view);
  };

  /** @param {unknown} error */
  const isOver = (error) => {
    if (!request || !isTicketOver(error)) return false;
    request.onOver(error);
    return true;
  };

  /** @param {DeletionPending} pending @param {(prove: import("../second-factor/factor.js").Prove) => Promise<void>} finish */
  const askToKeep = (pending, finish) =>
    forms.push({ view: keepAccountView({ pending, level, isOver, startAgain: forms.restart, finish }) });

  /**
   * @param {SecondFactorRequest} waiting @param {LastUsed | undefined} choice
   * @param {Record<string, unknown>} [kept] the values of the step that this tab has kept
   */
  const askSecondFactor = (waiting, choice, kept = undefined) => {
    /** @type {Record<string, unknown>} */
    let values = {};
    /** @type {HTMLElement | undefined} */
    let view;
    const keep = () => keepStep("second-factor", waiting.expires_at, { ...values, request: waiting, choice });
    view = secondFactorStep({
      request: waiting, config: state.config, level, ticket: request?.ticket, isOver, startAgain: forms.restart,
      finish: (prove, news) => finish(prove, choice, news), askToKeep, kept,
      keep: (fresh) => {
        values = fresh;
        if (view?.isConnected) keep();
      },
    });
    forms.push({ view, keep }, Boolean(kept));
  };

  /** Shows the step that this tab has kept. */
  const restore = () => {
    const kept = account === "linked" ? undefined : keptStep();
    if (!kept) return;
    const waiting = kept.name === "second-factor" ? keptRequest(kept.values.request) : undefined;
    if (waiting) askSecondFactor(waiting, keptChoice(kept.values.choice), kept.values);
    else if (!choices.some((one) => one.restore?.(kept))) dropStep();
  };

  /**
   * @param {SignInMethod} method @param {Flow} flow
   * @param {HTMLElement | null} pressed gets focus when the user returns
   * @param {Taken} [moving] the identity that the user has agreed to move here
   */
  const run = async (method, flow, pressed, moving) => {
    if (!forms.isOpen()) return;
    const attempt = new AbortController();
    running = attempt;
    const back = () => {
      if (!forms.isOpen()) return;
      attempt.abort();
      forms.show();
      pressed?.focus();
    };
    const title = moving ? "flow.move" : purpose === "link" ? "flow.link" : account === "linked" ? "flow.confirmWith" : "flow.signInWith";
    const { panel, progress, succeed, fail } = progressPanel({ title: text(title, { name: flow.name }), flow, level, onCancel: back });
    endNotes("part");
    picker.replaceChildren(panel);
    reveal(false);
    focusStep(panel);
    /** @type {LastUsed | undefined} */
    let choice;
    try {
      const proven = await flow.prove({ progress, signal: attempt.signal, moving, choose: (chosen) => { choice = chosen; } });
      if (attempt.signal.aborted || !forms.hold()) return;
      if (choice && purpose === "sign_in") keepLastUsed(choice);
      await succeed();
      await forms.stop();
      onProven(proven, Boolean(moving));
    } catch (error) {
      if (attempt.signal.aborted) return;
      const restart = () => void run(method, flow, pressed, moving);
      const otherWays = { text: text("flow.otherWays"), action: back, testid: "other-ways" };
      const outcome = outcomeOf(error, { isForApp: Boolean(request), canSignAgain: Boolean(signAgain) });
      switch (outcome.next) {
        case "back": return back();
        case "over": return request?.onOver(outcome.error);
        case "secondFactor":
          back();
          return askSecondFactor(outcome.request, choice);
        case "askToKeep":
          back();
          return askToKeep(outcome.pending, (prove) => finish(prove, choice));
        case "offerMove": return offerMove(method, flow, pressed, outcome.taken, back);
        case "signAgain": {
          const confirmFirst = async () => { if (await signAgain?.(outcome.error)) restart(); };
          return fail(text(outcome.error.lacksSecondFactor ? "again.secondFactor" : "flow.signInTooOld"),
            [{ text: text("flow.signInAgain"), action: () => void confirmFirst(), testid: "sign-again", main: true }, otherWays]);
        }
        case "tookTooLong":
          return fail(text("flow.tookTooLong"), [{ text: text("action.tryAgain"), action: restart, testid: "retry", main: true }]);
        case "stopped":
          return fail(sentence(error, method.errorText),
            [{ text: text("action.tryAgain"), action: restart, testid: "retry", main: true }, otherWays], outcome.isDeclined);
      }
    }
  };

  /**
   * @param {SignInMethod} method @param {Flow} flow @param {HTMLElement | null} pressed
   * @param {Taken} taken @param {() => void} back
   */
  const offerMove = (method, flow, pressed, taken, back) => {
    const offer = moveOffer({ taken, icon: flow.icon(), level, onMove: () => void run(method, flow, pressed, taken), onCancel: back });
    picker.replaceChildren(offer);
    focusStep(offer);
  };

  /** @param {boolean} isShown whether the choices are shown */
  const reveal = (isShown) => choices.forEach((one) => (isShown ? one.shown?.() : one.hidden?.()));

  /** @param {import("../second-factor/factor.js").Prove} send @param {LastUsed | undefined} choice */
  const signIn = async (send, choice) => {
    try {
      await finish(send, choice);
    } catch (error) {
      if (error instanceof DeletionPending) return askToKeep(error, (prove) => finish(prove, choice));
      const secondFactor = secondFactorRequest(error);
      if (!secondFactor) throw error;
      askSecondFactor(secondFactor, choice);
    }
  };

  const forms = viewStack(picker, lists, (isFirst) => {
    // "Back" of the browser ends a running flow.
    running?.abort();
    reveal(isFirst);
  });
  const offered = lastUsedFirst(offeredMethods(state, account, purpose));
  const parts = offered.filter((method, index) => offered.findIndex(({ choices }) => choices === method.choices) === index);
  const group = foldedGroup(parts);
  const members = parts.filter((method) => group && method.group === group);
  const choices = parts.map((method) => method.choices({
    state, purpose, account, level, request, invited, hasAlternatives: parts.length > 1 && !members.includes(method),
    start: (flow) => void run(method, flow, document.activeElement instanceof HTMLElement ? document.activeElement : null),
    forms,
    signIn,
    isOver,
  }));
  const viewsOf = (/** @type {boolean} */ isMember) => choices.filter((_, index) => members.includes(parts[index]) === isMember).map(({ view }) => view);
  if (link) lists.append(linkForm(link, (send) => signIn(send, undefined)));
  lists.append(...viewsOf(false));
  if (group) {
    const note = adviceOf(members).flatMap((one) => one.note(true));
    const view = group.view(viewsOf(true), { level, note, back: () => forms.restart() });
    lists.append(group.row(members, account === "linked", () => forms.push({ view })));
  }
  if (choices.length === 0) lists.append(element("p", { class: "muted", text: text("signIn.noMethods") }));
  picker.append(lists);
  reveal(true);
  if (!invited && !link) restore();
  if (invited) choices.find((one) => one.showInvitation)?.showInvitation?.();
  return {
    picker,
    stop: () => {
      running?.abort();
      void forms.stop();
      reveal(false);
      choices.forEach(({ stop }) => stop());
    },
    isOpen: forms.isOpen,
    mayLeave: () => {
      insist?.();
      return insist === undefined && !forms.isHeld();
    },
  };
}
