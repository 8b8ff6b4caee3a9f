/**
 * The members of the profile that a form has changed. An empty field clears its member.
 *
 * @typedef {"name" | "first_name" | "last_name" | "locale"} Member
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
