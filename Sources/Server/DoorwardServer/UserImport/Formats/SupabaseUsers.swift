import DoorwardPasswords
import DoorwardStore
import DoorwardWire
import Encodings

extension ImportedUser {
  /// A row of Supabase's table `auth.users`, as CSV or JSON, or a user in an answer of the Auth admin API, which has no
  /// password hashes.
  init(supabase record: JSONObject) throws(PasswordHashError) {
    externalID = record.text("id")
    // `confirmed_at` says only that the email address or the phone number is confirmed.
    email = record.text("email").map { email in
      Address(text: email, isVerified: record.text("email_confirmed_at") != nil)
    }
    // Supabase stores the number without "+".
    phone = record.text("phone").map { phone in
      Address(
        text: phone.hasPrefix("+") ? phone : "+\(phone)",
        isVerified: record.text("phone_confirmed_at") != nil)
    }
    metadata = record.object(record["user_metadata"] == nil ? "raw_user_meta_data" : "user_metadata")
    appMetadata = record.object(record["app_metadata"] == nil ? "raw_app_meta_data" : "app_metadata")
    profile = [.name: metadata.text("full_name") ?? metadata.text("name")]
    createdAt = record.time("created_at")
    lastSignInAt = record.time("last_sign_in_at")
    let isDeleted = record.text("deleted_at") != nil
    isDisabled = isDeleted || record.text("banned_until") != nil
    // A ban without an end that can be read, such as "infinity", has none.
    disabledUntil = isDeleted ? nil : record.time("banned_until")
    hash = try record.text("encrypted_password").map { text throws(PasswordHashError) in
      try ImportedHash(text)
    }
  }
}
