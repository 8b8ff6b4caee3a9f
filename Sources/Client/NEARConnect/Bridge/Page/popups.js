// Replaces `window.open`. A window can navigate the window that opened it. Windows are therefore opened from an empty
// frame, which they cannot navigate because its document has another origin (HTML, "allowed to navigate"). The frame
// forwards their messages to the page.
(calls) => {
  let opener = null;
  window.open = (...options) => {
    // A call that has ended must not open a window: the user could approve a request there that the app repeats.
    if (calls.active === null ? calls.waiting.size === 0 : calls.active.isOver) return null;
    if (opener?.isConnected !== true) {
      opener = document.createElement("iframe");
      opener.hidden = true;
      document.documentElement.append(opener);
      opener.contentWindow.addEventListener("message", ({ data, origin, source, ports }) => {
        window.dispatchEvent(new MessageEvent("message", { data, origin, source, ports: [...ports] }));
      });
    }
    const popup = opener.contentWindow.open(...options);
    if (calls.active === null) return popup;
    if (popup !== null) calls.active.windows.add(popup);
    // The app opens some web addresses with the system. Then there is no window.
    calls.advance(calls.active, popup === null ? "app" : "window");
    return popup;
  };
}
