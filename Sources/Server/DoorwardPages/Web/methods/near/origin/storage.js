/**
 * Storage that lasts as long as the page. near-connect keeps connected accounts and the code of wallets in the
 * browser's storage. A page that asks for one signature needs neither. Each user starts without earlier accounts, no
 * cached code runs, and the page works in browsers that give frames of other sites no storage (private windows,
 * blocked third-party cookies).
 */
class MemoryStorage {
  get length() { return Object.keys(this).length; }

  /** @param {string} key @returns {string | null} */
  getItem(key) { return Object.hasOwn(this, key) ? /** @type {any} */ (this)[key] : null; }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    Object.defineProperty(this, key, { value: String(value), configurable: true, enumerable: true, writable: true });
  }

  /** @param {string} key */
  removeItem(key) { if (Object.hasOwn(this, key)) delete /** @type {any} */ (this)[key]; }

  clear() { for (const key of Object.keys(this)) this.removeItem(key); }

  /** @param {number} index */
  key(index) { return Object.keys(this)[index] ?? null; }
}

/** Replaces `localStorage` in this window. Call this before the library runs. */
export function keepNothing() {
  Object.defineProperty(window, "localStorage", { value: new MemoryStorage(), configurable: false, writable: false });
}

/** A key-value store with promises, as near-connect expects them for its settings and its code cache. */
export function memoryStore() {
  /** @type {Map<string, unknown>} */
  const kept = new Map();
  const get = async (/** @type {string} */ key) => kept.get(key) ?? null;
  const set = async (/** @type {string} */ key, /** @type {unknown} */ value) => void kept.set(key, value);
  const remove = async (/** @type {string} */ key) => void kept.delete(key);
  return { get, set, remove, getItem: get, setItem: set, removeItem: remove };
}
