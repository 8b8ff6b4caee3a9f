import { button, element, link } from "../elements/dom.js";
import { avatar, foreign } from "../elements/parts.js";
import { rowLinks } from "../elements/table.js";
import { userName } from "../format/user.js";
import { Address } from "../navigation/address.js";
import { takeReturn } from "../navigation/return.js";
import { endSession, sessionEvents } from "../server/call.js";
import { isSignedOut } from "../server/problem.js";
import { loadSession, may, setSession } from "../session/session.js";
import { sentence } from "../texts/sentence.js";
import { text } from "../texts/text.js";
import { keepPlace } from "../view/form.js";
import { View } from "../view/view.js";
import { signedOut } from "./signed-out.js";

/**
 * The frame around every view: navigation, the session, keys of the whole dashboard, and the history of the browser.
 *
 * @typedef {import("../view/view.js").Screen} Screen
 * @typedef {{path: string, screen: Screen, label?: import("../texts/text.js").Key, scope?: string}} Route
 *   `path`: the first part of the address, and `/{id}` for a view of one thing; `label`: the text of the navigation
 */
export class Frame {
  /** @param {Route[]} routes @param {Screen} missing the screen of an unknown address */
  constructor(routes, missing) {
    this.routes = routes;
    this.missing = missing;
    this.main = element("main", { id: "main", tabindex: "-1" });
    this.nav = element("nav", { "aria-label": text("frame.navigation"), id: "navigation" });
    this.person = element("div", { class: "person", testid: "person" });
    this.side = element("header", { class: "side" });
    /** @type {View | undefined} */
    this.view = undefined;
    this.isSignedIn = false;
    /** @type {Promise<unknown>} */
    this.ready = Promise.resolve();
  }

  start() {
    document.body.replaceChildren(
      element("a", { class: "skip", href: "#main", text: text("frame.skip"), on: { click: (/** @type {Event} */ event) => { event.preventDefault(); this.main.focus(); } } }),
      this.side, this.main);
    this.drawSide();
    sessionEvents.addEventListener("ended", () => this.sessionEnded());
    addEventListener("popstate", () => this.follow(Address.current));
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.pressed(event));
    const returned = takeReturn();
    if (returned) history.replaceState(null, "", returned.href);
    this.ready = loadSession().then((session) => {
      this.isSignedIn = true;
      this.drawPerson(session);
      this.drawNavigation();
      // The page must not show data longer than the session lasts.
      const left = Math.min(new Date(session.expires_at).getTime() - Date.now() + 1_000, 2 ** 31 - 1);
      setTimeout(() => void loadSession().catch(() => {}), Math.max(left, 1_000));
    });
    this.ready.catch((error) => { if (!isSignedOut(error)) this.failed(error); });
    this.open(Address.current);
  }

  // MARK: Addresses

  /**
   * Opens an address as a new entry of the history.
   *
   * @param {Address} address
   */
  go(address) {
    const isDialog = Boolean(address.value("do"));
    history.pushState({ isDialog }, "", address.href);
    this.follow(address);
  }

  /**
   * Opens an address in place of the present entry, such as that of a dialog which is done.
   *
   * @param {Address} address @param {string} [said] what has happened @param {import("../view/view.js").Undo} [undo]
   */
  goInstead(address, said, undo) {
    history.replaceState(null, "", address.href);
    this.open(address);
    if (said) this.view?.note(said, undo);
  }

  /**
   * Leaves a dialog: back to the entry before it, if the dialog has one of its own.
   *
   * @param {Address} address
   */
  leaveDialog(address) {
    if (history.state?.isDialog) history.back();
    else history.replaceState(null, "", address.href);
  }

  /**
   * Changes the address of the view without a new entry, such as while the user types.
   *
   * @param {Address} address
   */
  replace(address) { history.replaceState(history.state, "", address.href); }

  /**
   * Shows the present address. Only a dialog may have changed.
   *
   * @param {Address} address
   */
  follow(address) {
    const { view } = this;
    if (!view || view.address.withoutDialog.href !== address.withoutDialog.href) return this.open(address);
    const hadDialog = Boolean(view.address.value("do"));
    view.address = address;
    if (address.value("do")) view.openDialog();
    // A dialog without an address, such as one with a new key, stays.
    else if (hadDialog) view.closeDialog();
  }

  /** @param {Address} address */
  open(address) {
    const before = this.view;
    before?.end();
    const [first = "", ...rest] = address.parts;
    const route = this.routes.find(({ path }) => path === (rest.length > 0 ? `${first}/{id}` : first));
    const screen = rest.length > 1 ? this.missing : route?.screen ?? this.missing;
    const isNew = before?.screen !== screen || before.address.path !== address.path;
    const view = new View(this.main, address, screen, {
      go: (to) => this.go(to), goInstead: (to, said, undo) => this.goInstead(to, said, undo), replace: (to) => this.replace(to), leaveDialog: (to) => this.leaveDialog(to), ready: this.ready,
      titled: (title) => { document.title = text("frame.title", { title }); },
    });
    // The content stays until the new one has come, so nothing jumps.
    if (!isNew && before) view.body = before.body;
    this.view = view;
    this.drawNavigation();
    this.side.classList.remove("open");
    const isFirst = !before;
    void view.show(isNew).then(() => {
      if (view.signal.aborted || !isNew) return;
      if (!isFirst) scrollTo(0, 0);
      if (this.wantsSearch) this.focusSearch();
      else if (!isFirst && !view.dialog) this.main.querySelector("h1")?.focus({ preventScroll: true });
    });
  }

  /**
   * Opens links to views without loading the page.
   *
   * @param {MouseEvent} event
   */
  clicked(event) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const anchor = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(anchor instanceof HTMLAnchorElement) || anchor.target || anchor.hasAttribute("download") || anchor.origin !== location.origin) return;
    const address = new Address(anchor.href);
    if (anchor.hash || address.parts[0] === "sign-in") return;
    event.preventDefault();
    this.go(address);
  }

  // MARK: Keys

  wantsSearch = false;

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector("dialog[open]") && this.isSignedIn) {
      event.preventDefault();
      if (this.focusSearch()) return;
      this.wantsSearch = true;
      this.go(new Address("/users"));
    } else if (event.target instanceof HTMLInputElement && event.target.dataset.search !== undefined) {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        rowLinks(document)[0]?.focus();
      } else if (event.key === "Escape" && event.target.value) {
        event.preventDefault();
        event.target.value = "";
        event.target.dispatchEvent(new Event("input", { bubbles: true }));
      }
    } else if (event.key === "Escape" && this.side.classList.contains("open")) this.toggleMenu(false);
  }

  focusSearch() {
    this.wantsSearch = false;
    const search = this.main.querySelector("[data-search]");
    if (!(search instanceof HTMLInputElement)) return false;
    search.focus();
    search.select();
    return true;
  }

  // MARK: Parts of the frame

  /** @param {boolean} isOpen */
  toggleMenu(isOpen) {
    this.side.classList.toggle("open", isOpen);
    this.menu?.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) this.menu?.focus();
  }

  drawSide() {
    this.menu = button(text("frame.menu"), () => this.toggleMenu(!this.side.classList.contains("open")), {
      class: "button small menu", "aria-expanded": "false", "aria-controls": "navigation", testid: "menu",
    });
    this.side.replaceChildren(
      element("div", { class: "side-head" },
        element("a", { class: "brand", href: "/" }, element("img", { src: document.querySelector("link[rel=icon]")?.getAttribute("href"), alt: "", width: "24", height: "24" }), text("frame.brand")),
        this.menu),
      this.nav, this.person);
    this.side.hidden = true;
  }

  drawNavigation() {
    const here = this.view?.address.parts[0] ?? "";
    this.nav.replaceChildren(element("ul", {}, ...this.routes.filter(({ label, scope }) => label && (!scope || may(scope))).map(({ path, label }) =>
      element("li", {}, link(text(label ?? "frame.brand"), `/${path}`, { "aria-current": path === here ? "page" : undefined, testid: `nav-${path || "overview"}` })))));
  }

  /** @param {import("../server/types.js").Session} session */
  drawPerson({ user, role }) {
    const name = userName(user);
    this.side.hidden = false;
    this.person.replaceChildren(avatar(name, user.picture),
      element("div", { class: "person-name" }, foreign(name), element("span", { class: "muted small", text: text(`role.${role}`) })),
      button(text("frame.signOut"), () => void this.signOut(), { class: "button small", testid: "sign-out" }));
  }

  // MARK: The session

  async signOut() {
    try {
      await endSession();
    } catch (error) {
      if (!isSignedOut(error)) return this.view?.draw(element("p", { class: "notice problem", role: "alert", text: sentence(error) }));
    }
    this.leave("frame.signedOut");
  }

  /** The session has ended meanwhile, or there is none yet. What was typed is kept for the return. */
  sessionEnded() {
    if (this.isOver) return;
    keepPlace(Address.current.href);
    this.leave(this.isSignedIn ? "frame.ended" : "frame.welcome");
  }

  isOver = false;

  /** @param {"frame.signedOut" | "frame.ended" | "frame.welcome"} reason */
  leave(reason) {
    this.isOver = true;
    this.view?.end();
    setSession(undefined);
    this.side.hidden = true;
    document.title = text("frame.title", { title: text("frame.signIn") });
    document.body.classList.add("alone");
    this.main.removeAttribute("aria-busy");
    this.main.replaceChildren(signedOut(text(reason)));
    this.main.querySelector("h1")?.focus();
  }

  /** @param {unknown} error */
  failed(error) {
    this.view?.draw(element("h1", { text: text("frame.failed") }), element("p", { class: "notice problem", role: "alert", text: sentence(error) }),
      button(text("action.retry"), () => location.reload()));
  }
}
