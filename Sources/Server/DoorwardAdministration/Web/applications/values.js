/**
 * Whether a setting of an application is set, to another value than the default or to the same.
 *
 * @param {Record<string, any>} application @param {string} path
 */
export const isSet = (application, path) => /** @type {string[]} */ (application.set_keys ?? []).some((key) => key === path || key.startsWith(`${path}.`));
