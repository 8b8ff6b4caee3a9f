import { glyph } from "../../elements/choice.js";
import { element } from "../../elements/dom.js";
import { openFormDialog } from "../../elements/form-dialog.js";
import { sendingForm, textField } from "../../elements/form.js";
import { keepStep, sentCodeOf, textsOf } from "../../elements/kept-step.js";
import { toast } from "../../elements/status.js";
import { catalog } from "../../messages/catalog.js";
import { sendAddressCode, setAddress } from "../../server/code.js";
import { codeForm } from "../identifier/code-form.js";
import { complaintOf, kindsAttributes } from "../identifier/fields.js";
import { codeKinds, identityOf } from "../identifier/settings.js";
import { addressOf } from "../identifier/typed.js";
import { identityRow, wayButton } from "../ways/row.js";

const { text } = catalog("code");

/**
 * The email address and the phone number of the user, to which codes are sent.
 *
 * @typedef {import("../method.js").AccountPage} AccountPage
 * @typedef {import("../method.js").Forms} Forms
 * @typedef {import("../../server/types.js").SentCode} SentCode
 * @typedef {"email" | "phone_number"} Kind
 */

const captions = /** @type {const} */ ({
  email: {
    label: "email", kind: "kind.email", add: "addEmail", change: "changeEmail", field: "newEmail", saved: "savedEmail", autocomplete: "email",
    picture: "/assets/code.svg", direction: "auto",
  },
  phone_number: {
    label: "phone", kind: "kind.phone", add: "addPhone", change: "changePhone", field: "newPhone", saved: "savedPhone", autocomplete: "tel",
    picture: "/assets/phone.svg", direction: "ltr",
  },
});

/** The kinds of addresses, in the order of the list. */
const kinds = /** @type {Kind[]} */ (Object.keys(captions));

/**
 * @param {AccountPage} page @param {Kind} kind @param {boolean} isChange @param {Forms} forms @param {() => Promise<void>} close
 * @param {{address: string, sent: SentCode}} [kept] the code that was sent before the page was loaded again
 */
function addressForm(page, kind, isChange, forms, close, kept) {
  const caption = captions[kind];
  const { view, input } = textField({
    label: text(caption.field), ...kindsAttributes([kind]), name: kind, autocomplete: caption.autocomplete, dir: caption.direction, testid: "new-address",
    help: kind === "phone_number" ? element("span", { text: text("phoneHelp") }) : undefined,
  });
  /** @param {string} address @param {SentCode} [sent] */
  const ask = async (address, sent) => {
    const send = async () => {
      /** @type {SentCode[]} */
      const answers = [];
      await page.withRecentSignIn(async () => {
        answers.push(await sendAddressCode({ ...addressOf(address, kind), purpose: isChange ? "change" : "verify" }));
      });
      return answers[0];
    };
    forms.push(codeForm({
      config: page.state().config, level: 3, address, sent: sent ?? await send(), resend: send,
      keep: ({ challenge_id, expires_at, resend_at }) =>
        keepStep("address", expires_at, { kind, address, user: page.state().user?.id ?? "", sent: { challenge_id, expires_at, resend_at } }),
      prove: async (proof) => {
        await page.withRecentSignIn(async () => {
          const fresh = await setAddress(proof);
          await close();
          page.onChange(fresh);
          toast(text(caption.saved));
        });
      },
    }), Boolean(sent));
  };
  const { form, complain } = sendingForm({
    testid: "address-form", action: text("send"),
    submit: async () => {
      const address = input.value.trim();
      if (address === "") return complain({ said: text("missing"), input });
      await ask(address);
    },
    explain: (error) => complaintOf(error, { identifier: input }),
  }, element("p", { class: "muted", text: text(isChange ? "explainChange" : "explain") }), view);
  if (kept) {
    input.value = kept.address;
    queueMicrotask(() => void ask(kept.address, kept.sent));
  }
  return form;
}

/** @param {AccountPage} page @param {Kind} kind @param {{address: string, sent: SentCode}} [kept] */
function openAddressDialog(page, kind, kept) {
  const isChange = identityOf(page.state().identities, kind) !== undefined;
  const title = text(isChange ? captions[kind].change : captions[kind].add);
  openFormDialog({ title, testid: "address-dialog" }, (forms, close) => [addressForm(page, kind, isChange, forms, close, kept)]);
}

/**
 * Shows the code of an address that this tab has kept.
 *
 * @param {AccountPage} page @param {import("../../elements/kept-step.js").KeptStep} kept
 * @returns {boolean} whether the step is one of these
 */
export function restoreAddress(page, { name, values }) {
  const address = textsOf(values, ["kind", "address", "user"]);
  const sent = sentCodeOf(values.sent);
  const kind = codeKinds(page.state().config).find((one) => one === address?.kind);
  if (name !== "address" || !address || !sent || !kind || address.user !== page.state().user?.id) return false;
  openAddressDialog(page, /** @type {Kind} */ (kind), { address: address.address, sent });
  return true;
}

/**
 * The addresses of the user. An address can be changed if codes can be sent to an address of its kind.
 *
 * @param {AccountPage} page
 */
export function addressRows(page) {
  const { config, identities } = page.state();
  return kinds.flatMap((kind) => {
    const present = identityOf(identities, kind);
    if (!present) return [];
    const caption = captions[kind];
    const title = text(caption.change);
    const open = () => openAddressDialog(page, kind);
    return [identityRow(page, present, { kind: text(caption.label), picture: glyph(caption.picture), direction: caption.direction },
      codeKinds(config).includes(kind) && wayButton({ text: text("change"), label: title, testid: `change-${kind}` }, open))];
  });
}

/**
 * The kinds of addresses that the user does not have.
 *
 * @param {AccountPage} page
 * @returns {import("../method.js").Addition[]}
 */
export function addressAdditions(page) {
  const { config, identities } = page.state();
  return kinds.filter((kind) => codeKinds(config).includes(kind) && !identityOf(identities, kind)).map((kind) => ({
    picture: captions[kind].picture, name: text(captions[kind].kind), title: text(captions[kind].add), detail: text("detail"), testid: `add-${kind}`,
    form: (forms, close) => addressForm(page, kind, false, forms, close),
  }));
}
