/**
 * Sets the width of a preview. A wide one scrolls, so the keyboard reaches it.
 *
 * @param {HTMLElement} stage around the frame @param {boolean} isWide @param {string} label
 */
export function setWidth(stage, isWide, label) {
  stage.classList.toggle("wide", isWide);
  for (const [name, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": label })) {
    if (isWide) stage.setAttribute(name, value);
    else stage.removeAttribute(name);
  }
}
