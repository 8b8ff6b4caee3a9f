// Makes the library's list of wallets work by keyboard: it is made for a pointer alone. Its items become buttons,
// which the arrow keys go through and which Enter and the space bar press.
(dialog) => {
  const items = [...dialog.querySelectorAll(".connect-item")];
  if (items.length === 0) return;
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  dialog.setAttribute("aria-label", "Choose a wallet");
  for (const item of items) {
    item.tabIndex = 0;
    item.setAttribute("role", "button");
  }
  dialog.addEventListener("keydown", (event) => {
    const place = items.indexOf(document.activeElement);
    const last = items.length - 1;
    const next = { ArrowDown: Math.min(place + 1, last), ArrowUp: Math.max(place - 1, 0), Home: 0, End: last }[event.key];
    if (next !== undefined) items[next].focus();
    else if (place >= 0 && (event.key === "Enter" || event.key === " ")) items[place].click();
    else return;
    event.preventDefault();
  });
  // What is not displayed takes no focus, and the library displays the dialog later.
  const focus = () => {
    items[0].focus();
    return document.activeElement === items[0];
  };
  if (focus()) return;
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect();
  });
  observer.observe(dialog, { attributes: true, attributeFilter: ["style"] });
}
