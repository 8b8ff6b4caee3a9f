import DoorwardPasswords
import DoorwardStore
import DoorwardWire
import Encodings

extension ImportedUser {
  /// A user in the file of password hashes that Auth0's support exports, in an export of users, or in the schema of
  /// Auth0's bulk import.
  init(auth0 record: JSONObject) throws(PasswordHashError) {
    externalID = record["_id"]?.object?.text("$oid") ?? record.text("user_id") ?? record.text("Id")
    email = record.text("email").map { Address(text: $0, isVerified: record.isTrue("email_verified")) }
    phone = record.text("phone_number").map { Address(text: $0, isVerified: record.isTrue("phone_verified")) }
    userName = record.text("username")
    // Auth0 names the texts as OpenID Connect does.
    for text in ProfileText.allCases { profile[text] = record.text(text.claim) }
    createdAt = record.time("created_at")
    lastSignInAt = record.time("last_login")
    isDisabled = record.isTrue("blocked")
    metadata = record.object("user_metadata")
    appMetadata = record.object("app_metadata")
    hash = try ImportedHash(auth0User: record)
  }
}
