// Runs in a separate script world, only in the top frame of the bridge page. It owns the only channel from web content
// to the app: an element that is in no document. The page's script offers this element before any other script exists.
// Texts are written to the element, and events on it announce them. Code that is loaded later has no access to the
// element, and frames and windows have no access to this script world either.
(() => {
  "use strict";
  const app = window.webkit.messageHandlers.nearConnect;
  const waiting = [];
  let element = null;

  const send = (text) => {
    element.textContent = text;
    element.dispatchEvent(new Event("in"));
  };
  const accept = (event) => {
    if (element !== null || !(event.relatedTarget instanceof Element)) return;
    event.stopImmediatePropagation();
    window.removeEventListener("near-connect-offer", accept, true);
    element = event.relatedTarget;
    element.addEventListener("out", () => app.postMessage(element.textContent));
    element.dispatchEvent(new Event("accepted"));
    for (const text of waiting.splice(0)) send(text);
  };
  window.addEventListener("near-connect-offer", accept, true);
  // The page's script may have made its offer before this script ran. The order of the two scripts is not documented.
  window.dispatchEvent(new Event("near-connect-ask"));

  globalThis.nearConnectRelay = (text) => {
    if (element === null) waiting.push(text);
    else send(text);
  };
})();
