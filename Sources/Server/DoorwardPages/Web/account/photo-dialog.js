import { openDialog } from "../elements/dialog.js";
import { button, element, whileBusy } from "../elements/dom.js";
import { notice, toast } from "../elements/status.js";
import { showSuccess } from "../elements/success.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { photoLimit, sendPhoto } from "../server/photo.js";
import { Problem } from "../server/problem.js";
import { photoPreview } from "./photo-preview.js";

/**
 * Shows the square of a chosen image that becomes the photo, and sends the image.
 *
 * @param {{file: File, chooseAnother: () => void, onSaved: (state: import("../server/types.js").State) => void}} options
 */
export function openPhotoDialog({ file, chooseAnother, onSaved }) {
  const sending = new AbortController();
  const stop = () => sending.abort();
  const trouble = element("div", { class: "form-trouble" });
  const { view: progress, tell } = progressBar();

  /** @param {string} said */
  const explain = (said) => {
    trouble.replaceChildren(notice(said, { problem: true, testid: "form-problem" }));
    progress.hidden = true;
  };
  /**
   * Shows why this image cannot become the photo. The user can choose another one.
   *
   * @param {string} said
   */
  const refuse = (said) => {
    explain(said);
    preview.remove();
    save.remove();
    another.className = "button main";
    another.focus();
  };
  const save = button(text("photo.save"), () => void whileBusy(save, async () => {
    trouble.replaceChildren();
    progress.hidden = false;
    tell(0);
    try {
      const state = await sendPhoto(file, { onProgress: tell, signal: sending.signal });
      if (sending.signal.aborted) return;
      await showSuccess(opened.dialog);
      opened.close();
      toast(text("photo.saved"));
      onSaved(state);
    } catch (error) {
      if (sending.signal.aborted) return;
      const said = sentence(error, (code) => (code === "body_too_large" ? text("photo.tooLarge") : undefined));
      (isRefusal(error) ? refuse : explain)(said);
    }
  }), { class: "button main", testid: "save-photo" });
  const another = button(text("photo.another"), () => { stop(); opened.close(); chooseAnother(); }, { testid: "another-photo" });
  const preview = photoPreview(file);
  const opened = openDialog({
    title: text("photo.dialogTitle"), testid: "photo-dialog", onClose: stop,
    content: element("div", { class: "dialog-body" }, preview, trouble, progress, element("div", { class: "actions end" }, another, save)),
  });
  if (file.size > photoLimit) refuse(text("photo.tooLarge"));
}

/**
 * Whether the server refuses the image itself.
 *
 * @param {unknown} error
 */
const isRefusal = (error) => error instanceof Problem && [413, 415, 422].includes(error.status);

/** The sent part of the image. */
function progressBar() {
  const bar = element("progress", { class: "meter fine", max: 1, value: 0, "aria-label": text("photo.progress"), testid: "photo-progress" });
  const status = element("p", { class: "muted small", role: "status", testid: "photo-status" });
  /** @param {number} part from 0 to 1 */
  const tell = (part) => {
    bar.value = part;
    const words = text(part < 1 ? "photo.sending" : "photo.processing");
    if (status.textContent !== words) status.textContent = words;
  };
  return { view: element("div", { hidden: true }, bar, status), tell };
}
