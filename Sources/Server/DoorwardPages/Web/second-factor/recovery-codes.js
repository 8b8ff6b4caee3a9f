import { copyButton } from "../elements/copy.js";
import { deliberateButton } from "../elements/deliberate.js";
import { openDialog } from "../elements/dialog.js";
import { button, element, headingTag } from "../elements/dom.js";
import { download } from "../elements/download.js";
import { notice } from "../elements/status.js";
import { plainText, userName } from "../format/text.js";
import { dateText } from "../format/time.js";
import { codesFile, fileHeading, fileName } from "./codes-file.js";
import { text } from "./text.js";

/**
 * New recovery codes, the ways to save them, and a button of the user who has saved them. The server has only their
 * hashes.
 *
 * @param {readonly string[]} codes
 * @param {import("../server/types.js").State} state
 * @param {() => void} onSaved
 * @returns {{view: HTMLElement, insist: () => void}} `insist` warns that the codes are not shown again
 */
export function recoveryCodesView(codes, state, onSaved) {
  const site = plainText(state.config.provider_name, 60);
  const heading = fileHeading({ site, account: userName(state), date: dateText(new Date()) });
  const file = codesFile(codes, heading);
  const trouble = element("div", { class: "form-trouble" });
  const saved = deliberateButton(text("saved"), async () => onSaved(), { class: "button main wide", testid: "codes-saved" });
  const view = element("div", { class: "form-view" },
    element("div", { class: "print-only" }, ...heading.map((line) => element("p", { text: line }))),
    element("p", { text: text("showText") }),
    element("ul", { class: "codes", "aria-label": text("listLabel"), testid: "codes" },
      ...codes.map((code) => element("li", { class: "mono", dir: "ltr", text: code }))),
    element("div", { class: "actions equal three" },
      copyButton(file, { text: text("copyAll"), testid: "copy-codes", class: "button" }),
      button(text("download"), () => download(new Blob([file], { type: "text/plain" }), fileName(site)), { testid: "download-codes" }),
      button(text("print"), () => window.print(), { testid: "print-codes" })),
    trouble, saved);
  const insist = () => {
    trouble.replaceChildren(notice(text("showOnce"), { problem: true, testid: "form-problem" }));
    saved.scrollIntoView({ block: "nearest" });
  };
  return { view, insist };
}

/**
 * The view of the recovery codes of a user who has added a second factor during the sign-in.
 *
 * @param {import("./factor.js").SignedIn} signedIn
 * @returns {Promise<import("./factor.js").NewsView | undefined>} undefined if there are no new codes
 */
export async function newRecoveryCodes({ state, level, continues }) {
  if (state.recovery_codes === undefined) return undefined;
  const { view, insist } = recoveryCodesView(state.recovery_codes, state, continues);
  return {
    insist,
    view: element("section", { class: "form-view printed", testid: "new-recovery-codes" },
      element(headingTag(level), { text: text("showTitle") }), view),
  };
}

/**
 * Shows new recovery codes until the user confirms that they are saved.
 *
 * @param {readonly string[]} codes
 * @param {import("../server/types.js").State} state
 * @returns {Promise<void>}
 */
export function showRecoveryCodes(codes, state) {
  return new Promise((resolve) => {
    const { view, insist } = recoveryCodesView(codes, state, () => { opened.close(); resolve(); });
    const opened = openDialog({
      title: text("showTitle"), testid: "recovery-codes-dialog",
      mayClose: () => {
        insist();
        return false;
      },
      onClose: resolve,
      content: element("div", { class: "dialog-body printed" }, view),
    });
  });
}
