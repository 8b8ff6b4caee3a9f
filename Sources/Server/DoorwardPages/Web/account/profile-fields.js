/** The texts of the profile that the user types, in the order of the form: the member, the key of its label, and its autofill. */
export const profileFields = /** @type {const} */ ([
  { member: "name", label: "profile.name", autofill: "name" },
  { member: "first_name", label: "profile.firstName", autofill: "given-name" },
  { member: "last_name", label: "profile.lastName", autofill: "family-name" },
]);

/**
 * The members of the profile that a form has changed. An empty field clears its member.
 *
 * @typedef {(typeof profileFields)[number]} ProfileField
 * @typedef {ProfileField["member"]} Member
 *
 * @param {Partial<Record<Member, string | null>> | null | undefined} saved
 * @param {Record<Member, string>} typed
 * @returns {Partial<Record<Member, string | null>>}
 */
export function changesOf(saved, typed) {
  const members = /** @type {[Member, string][]} */ (Object.entries(typed));
  return Object.fromEntries(members.map(([member, value]) => [member, value.trim()])
    .filter(([member, value]) => value !== (saved?.[/** @type {Member} */ (member)] ?? ""))
    .map(([member, value]) => [member, value === "" ? null : value]));
}
