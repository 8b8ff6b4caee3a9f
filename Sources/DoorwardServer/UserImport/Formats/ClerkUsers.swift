import DoorwardPasswords
import DoorwardStore
import Encodings

extension ImportedUser {
  /// A user in the CSV file that Clerk's dashboard exports, or a JSON object with the same members.
  init(clerk record: JSONObject) throws(PasswordHashError) {
    externalID = record.text("id")
    email = Self.address(
      record, primary: "primary_email_address", verified: "verified_email_addresses",
      unverified: "unverified_email_addresses")
    phone = Self.address(
      record, primary: "primary_phone_number", verified: "verified_phone_numbers",
      unverified: "unverified_phone_numbers")
    userName = record.text("username")
    profile = Profile(firstName: record.text("first_name"), lastName: record.text("last_name"))
    createdAt = record.time("created_at") ?? record.milliseconds("created_at")
    lastSignInAt = record.time("last_sign_in_at") ?? record.milliseconds("last_sign_in_at")
    isDisabled = record.isTrue("banned")
    metadata = record.object("unsafe_metadata")
    appMetadata = record.object("public_metadata")
    guard let digest = record.text("password_digest") else { return }
    hash = try ImportedHash(clerkHasher: record.text("password_hasher") ?? "bcrypt", digest: digest)
  }

  /// The primary address, or the first verified one. Clerk separates several by a bar.
  private static func address(
    _ record: JSONObject, primary: String, verified: String, unverified: String
  ) -> Address? {
    let known = list(record, verified)
    if let text = record.text(primary) { return Address(text: text, isVerified: known.contains(text)) }
    if let text = known.first { return Address(text: text, isVerified: true) }
    return list(record, unverified).first.map { Address(text: $0, isVerified: false) }
  }

  private static func list(_ record: JSONObject, _ name: String) -> [String] {
    if let values = record[name]?.array { return values.compactMap(\.string) }
    return (record.text(name) ?? "").split(whereSeparator: { "|,; ".contains($0) }).map(String.init)
  }
}
