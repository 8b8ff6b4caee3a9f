/** The time for which a success is visible before the page continues, in milliseconds. */
const moment = 350;

/** Whether the user asks for less motion. Then the next view is shown at once. */
const hasLessMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Waits while a success is visible. */
export async function successMoment() {
  if (!hasLessMotion()) await new Promise((resolve) => { window.setTimeout(resolve, moment); });
}

/**
 * Shows for a moment that the work of a pressed button has succeeded, before another view takes its place. The next view says it in
 * words.
 *
 * @param {ParentNode} root contains the button
 */
export async function showSuccess(root) {
  const control = root.querySelector(".button.busy");
  if (!control?.isConnected || hasLessMotion()) return;
  control.classList.add("done");
  await successMoment();
  control.classList.remove("done");
}
