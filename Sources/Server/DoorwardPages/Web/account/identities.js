import { choicePicture } from "../elements/choice.js";
import { confirm } from "../elements/confirm.js";
import { copyButton } from "../elements/copy.js";
import { openDialog } from "../elements/dialog.js";
import { button, element } from "../elements/dom.js";
import { toast } from "../elements/status.js";
import { timeElement } from "../elements/time.js";
import { shortIdentifier } from "../format/text.js";
import { parts, text } from "../messages/text.js";
import { identityLabel, identityName, identityPicture, listedIdentities, offeredMethods } from "../methods/registry.js";
import { unlinkIdentity } from "../server/account.js";
import { methodPicker } from "../sign-in/picker.js";
import { signInAgain, withRecentSignIn } from "./sign-in-again.js";

/**
 * @typedef {import("../server/types.js").State} State
 * @typedef {import("../server/types.js").Identity} Identity
 */

/** @param {Identity} identity @param {() => void} remove @param {boolean} isOnly */
function identityRow(identity, remove, isOnly) {
  const short = identityName(identity);
  const hasIdentifier = short === shortIdentifier(identity.identifier);
  const picture = identityPicture(identity);
  const time = timeElement(identity.last_used_at ?? identity.verified_at, { relative: true });
  return element("li", { class: "entry", testid: "identity" },
    picture && choicePicture(picture, picture),
    element("div", { class: "entry-text" },
      hasIdentifier
        ? element("p", { class: "entry-name mono", title: identity.identifier, testid: "identifier" },
            element("span", { "aria-hidden": "true", text: short }),
            element("span", { class: "visually-hidden", text: identity.identifier }))
        : element("p", { class: "entry-name", dir: "auto", text: short }),
      element("p", { class: "muted small" }, ...parts("identities.lastUsed", { kind: identityLabel(identity), time }))),
    element("div", { class: "entry-actions" },
      hasIdentifier && copyButton(identity.identifier, { text: text("identities.copy"), label: text("identities.copyOne", { identifier: short }), testid: "copy-identifier" }),
      !isOnly && button(text("identities.remove"), remove, {
        class: "button quiet danger-text", "aria-label": text("identities.removeOne", { identifier: short }), testid: "unlink",
      })));
}

/** @param {() => State} state @param {(state: State) => void} onChange */
function addIdentity(state, onChange) {
  const { picker, stop } = methodPicker({
    state: state(), purpose: "link", level: 3,
    signAgain: (problem) => signInAgain(state(), problem),
    onProven: (fresh, isMoved) => {
      opened.close();
      stop();
      onChange(fresh);
      toast(text(isMoved ? "identities.moved" : "identities.added"));
    },
  });
  const opened = openDialog({
    title: text("identities.add"), testid: "link-dialog", onClose: stop,
    content: element("div", { class: "dialog-body" }, element("p", { class: "muted", text: text("identities.addText") }), picker),
  });
}

/**
 * The ways to sign in to the account.
 *
 * @param {() => State} state @param {(state: State) => void} onChange @param {() => Promise<void>} reload
 */
export function identitiesCard(state, onChange, reload) {
  const { identities } = state();
  const listed = listedIdentities(state());
  const remove = async (/** @type {Identity} */ identity) => {
    const isDone = await confirm({
      title: text("identities.removeTitle"), action: text("identities.remove"),
      text: text("identities.removeText", { identifier: identityName(identity) }),
      perform: () => withRecentSignIn(state, () => unlinkIdentity(identity.id)),
    });
    if (!isDone) return;
    await reload();
    toast(text("identities.removed"));
  };
  const isOnly = identities.length <= 1;
  return element("section", { class: "card", "aria-labelledby": "identities-title" },
    element("div", { class: "card-head" },
      element("h2", { id: "identities-title", text: text("identities.title") }),
      offeredMethods(state(), "any", "link").length > 0
        && button(text("identities.add"), () => addIdentity(state, onChange), { testid: "link-identity" })),
    listed.length === 0
      ? element("p", { class: "muted", text: text(identities.length === 0 ? "identities.none" : "identities.below") })
      : element("ul", { class: "entries", testid: "identities" },
          ...listed.map((identity) => identityRow(identity, () => void remove(identity), isOnly))),
    isOnly && element("p", { class: "muted small", text: text("identities.only") }));
}
