import { copyButton } from "../elements/copy.js";
import { deliberateButton } from "../elements/deliberate.js";
import { openDialog } from "../elements/dialog.js";
import { button, element } from "../elements/dom.js";
import { download } from "../elements/download.js";
import { notice } from "../elements/status.js";
import { plainText, userName } from "../format/text.js";
import { dateText } from "../format/time.js";
import { codesFile, fileHeading, fileName } from "./codes-file.js";
import { text } from "./text.js";

/**
 * Shows new recovery codes until the user says that they are saved. The server has only their hashes.
 *
 * @param {readonly string[]} codes
 * @param {import("../server/types.js").State} state
 * @returns {Promise<void>}
 */
export function showRecoveryCodes(codes, state) {
  return new Promise((resolve) => {
    const site = plainText(state.config.provider_name, 60);
    const heading = fileHeading({ site, account: userName(state), date: dateText(new Date()) });
    const file = codesFile(codes, heading);
    const trouble = element("div", { class: "form-trouble" });
    const saved = deliberateButton(text("saved"), async () => { opened.close(); resolve(); }, { class: "button main wide", testid: "codes-saved" });
    const opened = openDialog({
      title: text("showTitle"), testid: "recovery-codes-dialog",
      mayClose: () => {
        trouble.replaceChildren(notice(text("showOnce"), { problem: true, testid: "form-problem" }));
        saved.scrollIntoView({ block: "nearest" });
        return false;
      },
      onClose: resolve,
      content: element("div", { class: "dialog-body printed" },
        element("div", { class: "print-only" }, ...heading.map((line) => element("p", { text: line }))),
        element("p", { text: text("showText") }),
        element("ul", { class: "codes", "aria-label": text("listLabel"), testid: "codes" },
          ...codes.map((code) => element("li", { class: "mono", dir: "ltr", text: code }))),
        element("div", { class: "actions equal three" },
          copyButton(file, { text: text("copyAll"), testid: "copy-codes", class: "button" }),
          button(text("download"), () => download(new Blob([file], { type: "text/plain" }), fileName(site)), { testid: "download-codes" }),
          button(text("print"), () => window.print(), { testid: "print-codes" })),
        trouble, saved),
    });
  });
}
