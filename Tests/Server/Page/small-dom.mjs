/**
 * The part of a document that the views of a sign-in use, so that a test walks them without a browser. It draws nothing.
 */

class Node {
  parentNode = null;
  childNodes = [];

  get isConnected() { return this === document.body || (this.parentNode?.isConnected ?? false); }
  get textContent() { return this.childNodes.map((child) => child.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...(text === "" ? [] : [text])); }
  append(...nodes) {
    for (const node of nodes) {
      const child = node instanceof Node ? node : new Text(String(node));
      child.remove();
      child.parentNode = this;
      this.childNodes.push(child);
    }
  }
  replaceChildren(...nodes) {
    for (const child of this.childNodes) child.parentNode = null;
    this.childNodes = [];
    this.append(...nodes);
  }
  remove() {
    if (!this.parentNode) return;
    this.parentNode.childNodes = this.parentNode.childNodes.filter((child) => child !== this);
    this.parentNode = null;
  }
  contains(node) { return node === this || Boolean(node?.parentNode && this.contains(node.parentNode)); }
}

class Text extends Node {
  constructor(text) {
    super();
    this.text = text;
  }
  get textContent() { return this.text; }
}

class Element extends Node {
  constructor(tag) {
    super();
    this.tagName = tag.toUpperCase();
  }
  attributes = {};
  dataset = {};
  style = { setProperty() {} };
  listeners = {};
  value = "";
  disabled = false;
  hidden = false;
  classes = new Set();
  classList = {
    add: (name) => void this.classes.add(name), remove: (name) => void this.classes.delete(name),
    toggle: (name, isOn) => void (isOn ? this.classes.add(name) : this.classes.delete(name)), contains: (name) => this.classes.has(name),
  };

  get children() { return this.childNodes.filter((child) => child instanceof Element); }
  getAttribute(name) { return this.attributes[name] ?? null; }
  setAttribute(name, value) {
    this.attributes[name] = value;
    if (name === "value") this.value = value;
    if (name === "hidden") this.hidden = true;
  }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(name, listener) { (this.listeners[name] ??= []).push(listener); }
  dispatch(name) { for (const listener of this.listeners[name] ?? []) listener({ preventDefault() {}, target: this }); }
  focus() { document.activeElement = this; }
  select() {}
  scrollIntoView() {}
  requestSubmit() { this.dispatch("submit"); }
  all() { return this.children.flatMap((child) => [child, ...child.all()]); }
  get type() { return this.getAttribute("type") ?? "text"; }
  set type(type) { this.setAttribute("type", type); }
  prepend(...nodes) {
    const rest = [...this.childNodes];
    this.append(...nodes);
    this.append(...rest.filter((node) => !nodes.includes(node)));
  }
  /** Understands lists of tags only. */
  querySelectorAll(selector) {
    const tags = selector.toUpperCase().split(",").map((tag) => tag.trim());
    return this.all().filter(({ tagName }) => tags.includes(tagName));
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  /** @param {string} id the `data-testid` */
  find(id) { return this.all().find(({ dataset }) => dataset.testid === id); }
}

/** Puts the document into the global scope, as a browser does. */
export function installDocument() {
  const windowListeners = {};
  let entries = [null];
  let index = 0;
  const moved = () => { for (const listener of [...(windowListeners.popstate ?? [])]) listener(); };
  const go = (steps) => queueMicrotask(() => {
    index = Math.max(0, Math.min(index + steps, entries.length - 1));
    moved();
  });
  globalThis.HTMLElement = Element;
  globalThis.Node = Node;
  globalThis.document = {
    body: new Element("body"), head: new Element("head"), activeElement: null, documentElement: new Element("html"),
    createElement: (tag) => new Element(tag), createElementNS: (_, tag) => new Element(tag), getElementById: () => null,
    addEventListener() {}, querySelector: () => null, querySelectorAll: () => [],
  };
  globalThis.history = {
    get state() { return entries[index]; },
    pushState: (state) => {
      entries = [...entries.slice(0, index + 1), state];
      index += 1;
    },
    replaceState: (state) => { entries[index] = state; },
    back: () => go(-1), go,
  };
  globalThis.window = {
    matchMedia: () => ({ matches: true }),
    addEventListener: (name, listener) => { (windowListeners[name] ??= []).push(listener); },
    removeEventListener: (name, listener) => { windowListeners[name] = (windowListeners[name] ?? []).filter((one) => one !== listener); },
    dispatchEvent() {}, setTimeout: (run, wait) => setTimeout(run, Math.min(wait, 5)), clearTimeout,
    // The clock of a view stands still.
    setInterval: () => 0, clearInterval() {},
  };
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  globalThis.BroadcastChannel = class {
    addEventListener() {}
    postMessage() {}
    close() {}
  };
  globalThis.location = { href: "https://accounts.example/", host: "accounts.example", pathname: "/", hash: "" };
}
