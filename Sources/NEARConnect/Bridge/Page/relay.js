// Runs in a script world of its own, in the top frame of the bridge page alone. It owns the only way from
// web content to the app, and lets through what comes out of one port: the one that the page script handed
// over before any other script existed. Frames and popups have neither this world nor that port.
(() => {
  "use strict";
  const app = window.webkit.messageHandlers.nearConnect;
  const waiting = [];
  let port = null;

  const handshake = (event) => {
    const offer = event.data;
    if (event.source !== window || offer === null || typeof offer !== "object") return;
    if (offer.nearConnect !== "port" || event.ports.length !== 1) return;
    event.stopImmediatePropagation();
    window.removeEventListener("message", handshake, true);
    port = event.ports[0];
    port.onmessage = (message) => {
      if (typeof message.data === "string") app.postMessage(message.data);
    };
    for (const text of waiting.splice(0)) port.postMessage(text);
  };
  window.addEventListener("message", handshake, true);

  globalThis.nearConnectRelay = (text) => {
    if (port === null) waiting.push(text);
    else port.postMessage(text);
  };
})();
