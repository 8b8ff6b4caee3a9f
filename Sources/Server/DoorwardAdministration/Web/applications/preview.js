import { element } from "../elements/dom.js";
import { isColor } from "../elements/look-fields.js";
import { section } from "../elements/parts.js";
import { setWidth } from "../elements/stage.js";
import { languageName, languageTags } from "../format/languages.js";
import { text } from "../texts/text.js";

/** @typedef {import("../server/types.js").Application} Application @typedef {import("../view/view.js").View} View */

const schemes = /** @type {const} */ (["light", "dark"]);
const widths = /** @type {const} */ (["phone", "wide"]);
/** The pause after which a page that is not ready is loaded again, in milliseconds, and how often. */
const pause = 1_500;
const mostLoads = 5;

/**
 * The sign-in page of an application in a frame, which follows what is typed. The frame has an origin of its own without cookies, and
 * cannot send requests.
 *
 * @param {Application} application @param {View} view
 * @returns {{view: HTMLElement, show: (look: Record<string, any>) => void}}
 */
export function preview(application, view) {
  /** @type {Record<string, any> | undefined} */
  let look;
  const frame = element("iframe", { class: "preview", sandbox: "allow-scripts", title: text("preview.title"), testid: "preview", tabindex: "-1" });
  const stage = element("div", { class: "preview-stage" }, frame);
  // The origin of the frame is opaque, so no other target can be named. The message has nothing but the look.
  const send = () => { if (look) frame.contentWindow?.postMessage(look, "*"); };
  let isReady = false;
  let loads = 0;
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow || data !== "ready") return;
    isReady = true;
    send();
  }, { signal: view.signal });
  frame.addEventListener("load", () => {
    // A process knows a new application after some moments.
    const timer = setTimeout(() => { if (!isReady && loads < mostLoads) load(); }, pause);
    view.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ choices) => {
    const control = element("select", { "aria-label": label, id: `preview-${name}`, testid: `preview-${name}` },
      ...choices.map(([value, caption]) => element("option", { value, text: caption, selected: value === view.address.value(name) })));
    control.addEventListener("change", () => {
      view.address = view.address.with({ [name]: control.value });
      view.frame.replace(view.address);
      loads = 0;
      load();
    });
    return control;
  };
  const fixed = typeof application.language === "string" ? application.language : "";
  const load = () => {
    const { address } = view;
    setWidth(stage, address.value("width") === "wide", text("preview.title"));
    const query = new URLSearchParams({
      application: String(application.id), scheme: address.value("scheme") === "dark" ? "dark" : "light",
      ui_locales: fixed || address.value("language") || "en",
    });
    isReady = false;
    loads += 1;
    // Another address of the frame must not become an entry of the history.
    if (frame.contentWindow) frame.contentWindow.location.replace(`/preview?${query}`);
    else frame.src = `/preview?${query}`;
  };
  load();
  return {
    view: section(text("preview.title"), { note: text("preview.note"), testid: "preview-section" }, element("div", { class: "toolbar" },
      choice("scheme", text("preview.scheme"), schemes.map((name) => [name === "light" ? "" : name, text(`preview.${name}`)])),
      choice("width", text("preview.width"), widths.map((name) => [name === "phone" ? "" : name, text(`preview.${name}`)])),
      !fixed && choice("language", text("preview.language"), languageTags.map((tag) => [tag === "en" ? "" : tag, languageName(tag)]))), stage),
    show: (fresh) => {
      look = { ...fresh, color: isColor(fresh.color) ? fresh.color : "" };
      send();
    },
  };
}
