/**
 * The JSON Merge Patch (RFC 7396) that makes one object of another.
 *
 * @param {Record<string, any>} from @param {Record<string, any>} to
 * @returns {Record<string, unknown>}
 */
export function mergePatch(from, to) {
  /** @type {Record<string, unknown>} */
  const patch = {};
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) patch[name] = null;
  for (const [name, value] of Object.entries(to)) {
    const old = Object.hasOwn(from, name) ? from[name] : undefined;
    if (isObject(old) && isObject(value)) {
      const inner = mergePatch(old, value);
      if (Object.keys(inner).length > 0) patch[name] = inner;
    } else if (JSON.stringify(old) !== JSON.stringify(value)) patch[name] = value;
  }
  return patch;
}

/**
 * An object with a JSON Merge Patch.
 *
 * @param {Record<string, any>} object @param {Record<string, any>} patch
 * @returns {Record<string, any>}
 */
export function applyPatch(object, patch) {
  const result = { ...object };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = isObject(value) ? applyPatch(isObject(result[name]) ? result[name] : {}, value) : value;
  }
  return result;
}

/** @param {unknown} value */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
