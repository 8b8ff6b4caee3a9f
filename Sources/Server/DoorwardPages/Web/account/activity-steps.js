import { text } from "../messages/text.js";
import { text as factorText } from "../second-factor/text.js";
import { application, subject } from "./activity-text.js";

/**
 * What a user does after an event that another person has caused: the steps that matter for its type, the most important one
 * first. Each step uses a button that the account page has anyway.
 *
 * @typedef {import("../server/types.js").Activity} Activity
 * @typedef {{said: string, find?: () => HTMLElement | null}} Step `find`: the button of the step
 */

/** @param {string} selector @returns {() => HTMLElement | null} */
const found = (selector) => () => document.querySelector(selector);

/**
 * The button that removes an identity, a second factor, or the access of an app.
 *
 * @param {unknown} id
 */
const removal = (id) => found(`[data-of="${CSS.escape(String(id))}"] .danger-text`);

const changePassword = () => ({ said: text("password.change"), find: found('[data-testid="change-password"]') });
const replaceCodes = () => ({ said: factorText("newCodesLabel"), find: found('[data-testid="new-codes"]') });
const checkWays = () => ({ said: text("activity.checkWays") });
const checkFactors = () => ({ said: text("activity.checkFactors") });
/** The link of a notice restores what was replaced. */
const openNotices = () => ({ said: text("secure.nextOthers") });
/** @param {Activity} event @param {unknown} id */
const removeAdded = (event, id) => ({ said: text("activity.remove", { subject: subject(event) }), find: removal(id) });

/** @type {Record<string, (event: Activity) => Step[]>} */
const steps = {
  "session.started": () => [changePassword(), checkWays(), replaceCodes()],
  "user.deletion_scheduled": () => [changePassword(), checkWays()],
  "identity.added": (event) => [removeAdded(event, event.data.identity_id), changePassword()],
  "identity.removed": () => [openNotices(), changePassword(), checkWays()],
  "identity.changed": () => [openNotices(), changePassword(), checkWays()],
  "password.changed": () => [changePassword(), checkWays()],
  "password.reset": () => [changePassword(), checkWays()],
  "factor.added": (event) => [removeAdded(event, event.data.factor_id), replaceCodes(), changePassword()],
  "factor.removed": () => [openNotices(), changePassword(), checkFactors()],
  "recovery_codes.replaced": () => [replaceCodes(), changePassword()],
  "consent.given": (event) => [{ said: text("applications.removeOne", { name: application(event) }), find: removal(event.application) }, changePassword()],
};

/**
 * Whether another person could have caused the event: with a session other than this one, as the user.
 *
 * @param {Activity} event
 */
export const canBeDenied = (event) => event.actor === "user" && !event.current && Object.hasOwn(steps, event.type);

/**
 * The steps after an event. A step whose button the page does not have is omitted: there is nothing to change or to remove.
 *
 * @param {Activity} event
 * @returns {Step[]}
 */
export const stepsAfter = (event) => (steps[event.type]?.(event) ?? []).filter(({ find }) => !find || find());
