// Runs in a script world of its own, in the top frame of the bridge page alone. It owns the only way from web
// content to the app: an element in no document, which the page's script hands over before any other script
// exists. Texts are left on that element and announced by events of it. Nothing that is loaded later has it,
// and frames and windows have neither it nor this world.
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
  // Which of the two scripts is run first is not said anywhere.
  window.dispatchEvent(new Event("near-connect-ask"));

  globalThis.nearConnectRelay = (text) => {
    if (element === null) waiting.push(text);
    else send(text);
  };
})();
