/**
 * The messages that have a template, as the contract lists them.
 *
 * @type {readonly import("../server/types.js").Template["name"][]}
 */
export const kinds = [
  "sign_in_code", "sign_up_code", "account_exists", "verify_address", "change_address", "password_reset", "second_factor_code", "second_factor_codes_unused", "new_device",
  "password_changed", "password_removed", "email_changed", "phone_changed", "user_name_changed", "second_factor_added", "second_factor_removed", "recovery_codes_replaced",
  "recovery_code_used", "sign_in_method_added", "sign_in_method_removed", "deletion_scheduled", "account_deleted", "invitation", "test", "sign_in_link_created",
];
