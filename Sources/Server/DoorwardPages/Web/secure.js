import { nameParties } from "./elements/brand.js";
import { withFragment } from "./elements/fragment.js";
import { show, showStopped } from "./elements/shell.js";
import { toast } from "./elements/status.js";
import { sentence } from "./messages/sentence.js";
import { text } from "./messages/text.js";
import { noticeView, refusedView, securedView } from "./securing/view.js";
import { getState } from "./server/call.js";
import { Problem } from "./server/problem.js";
import { noticeOf, secureAccount } from "./server/requests.js";

/**
 * The page of the link in a notice. It shows the change and the effects of its button. Opening it has no effect:
 * programs that look for harmful links open them too.
 */

/**
 * Shows that the link does not work.
 *
 * @param {unknown} error @returns {boolean} false if the error is about the request, not about the link
 */
function refuse(error) {
  const view = error instanceof Problem && refusedView(error.code);
  if (view) show(view, text("secure.title"));
  return Boolean(view);
}

/** @param {string} token @param {() => boolean} isCurrent @returns {Promise<void>} */
async function secure(token, isCurrent) {
  try {
    const secured = await secureAccount(token);
    if (isCurrent()) show(securedView(secured), text("secure.done"));
  } catch (error) {
    if (isCurrent() && !refuse(error)) toast(sentence(error), { problem: true, retry: () => void secure(token, isCurrent) });
  }
}

/** @param {string} token @param {() => boolean} isCurrent */
async function start(token, isCurrent) {
  // The names of the parties are an ornament here.
  await getState().then(({ config }) => nameParties(config)).catch(() => {});
  try {
    const notice = await noticeOf(token);
    if (isCurrent()) show(noticeView(notice, () => secure(token, isCurrent)), text("secure.title"));
  } catch (error) {
    if (!isCurrent() || refuse(error)) return;
    showStopped(error, { title: text("secure.title"), heading: text("stopped.notStarted"), again: () => start(token, isCurrent) });
  }
}

withFragment((token, isCurrent) => void start(token, isCurrent));
