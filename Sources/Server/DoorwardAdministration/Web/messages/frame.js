import { element } from "../elements/dom.js";
import { setWidth } from "../elements/stage.js";
import { text } from "../texts/text.js";
import { previewed } from "./scheme.js";

/**
 * The HTML of a mail in a frame. The frame has an origin of its own, runs nothing of the mail and cannot send requests.
 *
 * @param {string} html @param {import("../view/view.js").View} view
 * @returns {{stage: HTMLElement, show: () => void}} `show`: shows the mail with the colors and the width of the address
 */
export function mailFrame(html, view) {
  const frame = element("iframe", { class: "preview mail", sandbox: "allow-scripts", title: text("template.mail"), testid: "mail-frame" });
  const stage = element("div", { class: "preview-stage" }, frame);
  let isReady = false;
  const show = () => {
    const { address } = view;
    setWidth(stage, address.value("width") === "wide", text("template.mail"));
    const scheme = address.value("scheme") === "dark" ? "dark" : "light";
    // The origin of the frame is opaque, so no other target can be named. The message has nothing but an example.
    if (isReady) frame.contentWindow?.postMessage({ html: previewed(html, scheme), scheme, title: text("template.mail") }, "*");
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow || data !== "ready") return;
    isReady = true;
    show();
  }, { signal: view.signal });
  frame.src = "/preview/message";
  show();
  return { stage, show };
}
