/**
 * Shows the HTML of a message in a frame without scripts, forms and an origin. The dashboard, whose policy allows no markup from texts,
 * shows this page in a frame and sends it the HTML.
 */
const frame = document.createElement("iframe");
frame.setAttribute("sandbox", "");
document.body.append(frame);
// The dashboard has the origin of this address. The origin of the page itself is opaque.
addEventListener("message", ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin) return;
  document.documentElement.style.colorScheme = data.scheme;
  frame.title = data.title;
  frame.srcdoc = data.html;
});
// The message has no data, so any window may read it.
parent.postMessage("ready", "*");
