import { choiceRow, glyph } from "../elements/choice.js";
import { button, element, whileBusy } from "../elements/dom.js";
import { openFormDialog } from "../elements/form-dialog.js";
import { toast } from "../elements/status.js";
import { text } from "../messages/text.js";
import { accountAdditions, accountWays, offeredMethods } from "../methods/registry.js";
import { methodPicker } from "../sign-in/picker.js";
import { signInAgain } from "./sign-in-again.js";

/**
 * The ways to sign in to the account: all of them in one list, and one view with all that can be added.
 *
 * @typedef {import("../methods/method.js").AccountPage} AccountPage
 * @typedef {import("../methods/method.js").Addition} Addition
 * @typedef {import("../methods/method.js").Forms} Forms
 */

/**
 * The form of an addition, in place of the choices.
 *
 * @param {string} title @param {HTMLElement} form @param {Forms} forms
 */
const additionView = (title, form, forms) => element("section", { class: "form-view" },
  element("h3", { text: title }), form,
  element("div", { class: "actions ways-on" }, button(text("action.back"), forms.back, { class: "button quiet", testid: "back" })));

/** @param {AccountPage} page @param {readonly Addition[]} additions */
function openAdditions(page, additions) {
  let stop = () => {};
  openFormDialog({ title: text("identities.add"), testid: "link-dialog", onClose: () => stop() }, (forms, close) => {
    const row = (/** @type {Addition} */ { picture, name, detail, testid, title, form, add }) => choiceRow({
      icon: glyph(picture), name, detail, testid,
      choose: (pressed) => (form ? forms.push({ view: additionView(title ?? name, form(forms, close), forms) })
        : void whileBusy(pressed, async () => add?.(close))),
    });
    /** @type {HTMLElement[]} */
    const offer = [element("p", { class: "muted", text: text("identities.addText") })];
    if (additions.length > 0) offer.push(element("ul", { class: "rows additions" }, ...additions.map(row)));
    if (offeredMethods(page.state(), "any", "link").length > 0) {
      const proofs = methodPicker({
        state: page.state(), purpose: "link", level: 3,
        signAgain: (problem) => signInAgain(page.state(), problem),
        onProven: async (fresh, isMoved) => {
          proofs.stop();
          await close();
          page.onChange(fresh);
          toast(text(isMoved ? "identities.moved" : "identities.added"));
        },
      });
      stop = proofs.stop;
      offer.push(proofs.picker);
    }
    return offer;
  });
}

/** @param {AccountPage} page */
export function waysCard(page) {
  const rows = accountWays(page);
  const additions = accountAdditions(page);
  const canAdd = additions.length > 0 || offeredMethods(page.state(), "any", "link").length > 0;
  return element("section", { class: "card", "aria-labelledby": "identities-title", testid: "ways" },
    element("div", { class: "card-head short" },
      element("h2", { id: "identities-title", text: text("identities.title") }),
      canAdd && button(text("identities.addAny"), () => openAdditions(page, additions), { "aria-label": text("identities.add"), testid: "link-identity" })),
    rows.length === 0
      ? element("p", { class: "muted", text: text("identities.none") })
      : element("ul", { class: "entries", testid: "identities" }, ...rows),
    rows.length === 1 && element("p", { class: "muted small", text: text("identities.only") }));
}
