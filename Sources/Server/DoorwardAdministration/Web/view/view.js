import { sentence } from "../texts/sentence.js";
import { text } from "../texts/text.js";
import { isSignedOut } from "../server/problem.js";
import { button, element } from "../elements/dom.js";
import { notice, skeleton } from "../elements/parts.js";

/**
 * A view of the dashboard: what one address shows.
 *
 * @typedef {import("../navigation/address.js").Address} Address
 * @typedef {{load: (address: Address, signal: AbortSignal) => Promise<any>, draw: (data: any, view: View) => void, title: (data?: any) => string}} Screen
 * @typedef {(view: View) => {close: () => void}} Opener opens a dialog
 * @typedef {(view: View) => Promise<unknown>} Undo undoes an act; answers false if it has opened a dialog for that
 * @typedef {{go: (address: Address) => void, goInstead: (address: Address, said?: string, undo?: Undo) => void, replace: (address: Address) => void,
 *   leaveDialog: (address: Address) => void, titled: (title: string) => void, ready: Promise<unknown>}} Surroundings what a view asks of its frame
 */
export class View {
  /**
   * @param {HTMLElement} root @param {Address} address @param {Screen} screen
   * @param {Surroundings} frame
   */
  constructor(root, address, screen, frame) {
    this.root = root;
    this.address = address;
    this.screen = screen;
    this.frame = frame;
    /** @type {Record<string, Opener>} the dialogs of the view, by the parameter `do` */
    this.dialogs = {};
    /** @type {{close: () => void} | undefined} */
    this.dialog = undefined;
    this.stopper = new AbortController();
    this.notes = element("div", { class: "notes", role: "status", testid: "notes" });
    this.body = element("div", { class: "view-body" });
  }

  get signal() { return this.stopper.signal; }

  /** Ends the view: answers on the way are dropped, and its timers end with the signal. */
  end() {
    this.stopper.abort();
    this.closeDialog();
  }

  /**
   * Loads and draws the view. `isNew`: another view was here before.
   *
   * @param {boolean} isNew
   */
  async show(isNew) {
    if (isNew) {
      this.body.replaceChildren(element("h1", { text: this.screen.title(), tabindex: "-1" }), skeleton());
      this.frame.titled(this.screen.title());
    }
    if (this.body.parentNode === this.root) {
      // A body that stays is not moved, because its control would lose the focus.
      this.body.previousElementSibling?.replaceWith(this.notes);
    } else this.root.replaceChildren(this.notes, this.body);
    await this.reload();
  }

  /** Loads the view again, and keeps the focus and the place. */
  async reload() {
    this.root.setAttribute("aria-busy", "true");
    try {
      const [data] = await Promise.all([this.screen.load(this.address, this.signal), this.frame.ready]);
      if (this.signal.aborted) return;
      const focused = document.activeElement?.id;
      this.dialogs = {};
      this.screen.draw(data, this);
      this.frame.titled(this.screen.title(data));
      if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
      this.openDialog();
    } catch (error) {
      if (this.signal.aborted || isSignedOut(error)) return;
      this.draw(element("h1", { text: this.screen.title(), tabindex: "-1" }),
        element("div", { class: "empty", testid: "failure" }, notice(sentence(error), { problem: true }),
          element("div", { class: "actions center" }, button(text("action.retry"), () => void this.reload()))));
    } finally {
      if (!this.signal.aborted) this.root.removeAttribute("aria-busy");
    }
  }

  /**
   * Replaces the content.
   *
   * @param {...(Node | null | undefined | false)} nodes
   */
  draw(...nodes) {
    this.body.replaceChildren();
    for (const node of nodes) if (node) this.body.append(node);
    // On a narrow screen, the present tab may be outside of the bar.
    for (const bar of this.body.querySelectorAll(".tabs")) {
      const [tab, frame] = [bar.querySelector("[aria-current]")?.getBoundingClientRect(), bar.getBoundingClientRect()];
      if (tab && tab.right > frame.right) bar.scrollLeft = tab.right - frame.right;
    }
  }

  /**
   * Says what has happened, with a way to undo it. The note ends with the view, or with the next one.
   *
   * @param {string} said @param {Undo} [undo]
   */
  note(said, undo) {
    const line = element("p", { class: "note", testid: "note" }, said);
    if (undo) {
      line.append(" ", button(text("action.undo"), () => {
        void this.attempt(() => undo(this), text("note.undone"));
      }, { class: "button small", testid: "undo" }));
    }
    this.notes.replaceChildren(line);
  }

  /**
   * Performs an act without a dialog, and loads the view again.
   *
   * @param {() => Promise<unknown>} act answers false if it has led elsewhere @param {string} said @param {Undo} [undo]
   */
  async attempt(act, said, undo) {
    try {
      const isDone = await act() !== false;
      if (this.signal.aborted || !isDone) return;
      this.note(said, undo);
      await this.reload();
    } catch (error) {
      if (!this.signal.aborted && !isSignedOut(error)) this.notes.replaceChildren(notice(sentence(error), { problem: true }));
    }
  }

  // MARK: Dialogs

  /**
   * The address of a dialog of this view.
   *
   * @param {string} name @param {string} [subject] the id of what it is about
   */
  dialogAddress(name, subject) { return this.address.with({ do: name, of: subject }); }

  /**
   * A button that opens a dialog.
   *
   * @param {string} caption @param {string} name @param {{subject?: string, class?: string}} options
   */
  opener(caption, name, { subject, class: style = "button" } = {}) {
    return button(caption, () => this.frame.go(this.dialogAddress(name, subject)), {
      class: style, id: `open-${name}${subject ? `-${subject}` : ""}`, testid: `open-${name}`, "aria-haspopup": "dialog",
    });
  }

  /** Opens the dialog that the address names, if there is none. */
  openDialog() {
    const name = this.address.value("do");
    if (!name || this.dialog) return;
    this.dialog = this.dialogs[name]?.(this);
    // The act may not be possible any more, or not for this role.
    if (!this.dialog) this.leaveDialog();
  }

  closeDialog() {
    this.dialog?.close();
    this.dialog = undefined;
  }

  /** Closes the dialog, and removes it from the address. */
  leaveDialog() {
    this.closeDialog();
    if (!this.address.value("do")) return;
    this.address = this.address.withoutDialog;
    this.frame.leaveDialog(this.address);
  }

  /**
   * Ends the dialog of an act that has succeeded, and loads the view again.
   *
   * @param {string} said @param {Undo} [undo]
   */
  async done(said, undo) {
    this.leaveDialog();
    this.note(said, undo);
    await this.reload();
  }
}
