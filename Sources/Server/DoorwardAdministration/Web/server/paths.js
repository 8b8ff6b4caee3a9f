/**
 * The value at a path, such as `terms.terms_url`.
 *
 * @param {Record<string, any>} object @param {string} path
 * @returns {any}
 */
export const valueAt = (object, path) => path.split(".").reduce((value, name) => value?.[name], /** @type {any} */ (object));

/**
 * Puts a value at a path.
 *
 * @param {Record<string, any>} object @param {string} path @param {unknown} value
 */
export function put(object, path, value) {
  const names = path.split(".");
  const last = /** @type {string} */ (names.pop());
  const inner = names.reduce((part, name) => (part[name] ??= {}), object);
  inner[last] = value;
}
