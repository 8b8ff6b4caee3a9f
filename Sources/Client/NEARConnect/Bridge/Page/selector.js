// Creates the function that prepares the library's list of wallets. The library writes it in English and supports only
// a pointer. Its items become buttons: the arrow keys move between them, and Enter and the space bar press them.
(texts) => (dialog) => {
  const write = (selector, text) => {
    const element = dialog.querySelector(selector);
    if (element !== null) element.textContent = text;
  };
  write(".modal-header p", texts.choose);
  write(".get-wallet-link", texts.noWallet);
  const items = [...dialog.querySelectorAll(".connect-item")];
  if (items.length === 0) return;
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  dialog.setAttribute("aria-label", texts.choose);
  for (const item of items) {
    item.tabIndex = 0;
    item.setAttribute("role", "button");
  }
  dialog.addEventListener("keydown", (event) => {
    const index = items.indexOf(document.activeElement);
    const last = items.length - 1;
    const next = { ArrowDown: Math.min(index + 1, last), ArrowUp: Math.max(index - 1, 0), Home: 0, End: last }[event.key];
    if (next !== undefined) items[next].focus();
    else if (index >= 0 && (event.key === "Enter" || event.key === " ")) items[index].click();
    else return;
    event.preventDefault();
  });
  // A hidden element cannot take the focus, and the library displays the dialog later.
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
