import { avatar, photoOfSize } from "../elements/avatar.js";
import { button, element, whileBusy } from "../elements/dom.js";
import { toast } from "../elements/status.js";
import { userName } from "../format/text.js";
import { sentence } from "../messages/sentence.js";
import { text } from "../messages/text.js";
import { getState } from "../server/call.js";
import { deletePhoto } from "../server/photo.js";
import { openPhotoDialog } from "./photo-dialog.js";

/**
 * The photo of the user, and the ways to change it. `undefined` if there is none and the server cannot process photos.
 *
 * @param {import("../methods/method.js").AccountPage} page
 */
export function photoRow(page) {
  const state = page.state();
  const picture = state.user?.picture;
  const { photos: isOffered } = state.config;
  if (!isOffered && !picture) return undefined;
  const file = element("input", {
    type: "file", hidden: true, testid: "photo-file", "aria-label": text("photo.choose"),
    accept: "image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,image/avif",
  });
  const choose = button(text(picture ? "photo.change" : "photo.add"), () => file.click(), { testid: "choose-photo" });
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    // The same file can be chosen again after a refusal.
    file.value = "";
    if (!chosen) return;
    choose.focus();
    openPhotoDialog({ file: chosen, chooseAnother: () => file.click(), onSaved: page.onChange });
  });
  const remove = button(text("photo.remove"), () => void whileBusy(remove, async () => {
    try {
      await deletePhoto();
      toast(text("photo.removed"));
      page.onChange(await getState());
    } catch (error) {
      toast(sentence(error), { problem: true, retry: () => remove.click() });
    }
  }), { class: "button quiet danger-text", "aria-label": text("photo.removeLabel"), testid: "remove-photo" });
  return element("div", { class: "photo-row", testid: "photo" },
    avatar(userName(state), photoOfSize(picture, 128)),
    element("div", { class: "entry-text" },
      element("p", { class: "entry-name", text: text("photo.title") }),
      element("p", { class: "muted small", text: text("photo.seen") })),
    element("div", { class: "entry-actions" },
      isOffered ? choose : undefined, picture ? remove : undefined, isOffered ? file : undefined));
}
