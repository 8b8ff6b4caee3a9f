import DoorwardPasswords
import DoorwardStore
import DoorwardWire
import Encodings

extension ImportedUser {
  /// A user in the file of `manage.py dumpdata auth.user`; nil for a record of another model. Django does not know whether
  /// an address belongs to its user.
  init?(django record: JSONObject) throws(PasswordHashError) {
    guard let fields = record["fields"]?.object,
      record.text("model")?.split(separator: ".").last?.lowercased().hasSuffix("user") ?? false
    else { return nil }
    externalID = record["pk"]?.string ?? record["pk"]?.int64.map { "\($0)" }
    let name = fields.text("username")
    let isAddress = name?.contains("@") ?? false
    userName = isAddress ? nil : name
    email = (fields.text("email") ?? (isAddress ? name : nil)).map { Address(text: $0, isVerified: false) }
    profile = [.firstName: fields.text("first_name"), .lastName: fields.text("last_name")]
    createdAt = fields.time("date_joined")
    lastSignInAt = fields.time("last_login")
    isDisabled = fields["is_active"] == .bool(false)
    // An exclamation mark begins the value of a user without a password.
    guard let password = fields.text("password"), !password.hasPrefix("!") else { return }
    hash = try ImportedHash(password)
  }
}
