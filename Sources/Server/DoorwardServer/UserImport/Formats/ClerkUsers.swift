import DoorwardPasswords
import DoorwardStore
import DoorwardWire
import Encodings

extension ImportedUser {
  /// A user of Clerk: a row of the dashboard's CSV file, which alone has password hashes, or a JSON object with the same
  /// members; a user in an answer of the Backend API; or a user in the file of `clerk migrate export clerk`.
  init(clerk record: JSONObject) throws(PasswordHashError) {
    guard record["userId"] == nil else {
      self.init(clerkCommandLine: record)
      return
    }
    self.init()
    externalID = record.text("id")
    email = Self.address(record, kind: "email_address", objects: "email_addresses")
    phone = Self.address(record, kind: "phone_number", objects: "phone_numbers")
    userName = record.text("username")
    profile = [.firstName: record.text("first_name"), .lastName: record.text("last_name")]
    createdAt = record.time("created_at") ?? record.milliseconds("created_at")
    lastSignInAt = record.time("last_sign_in_at") ?? record.milliseconds("last_sign_in_at")
    isDisabled = record.isTrue("banned")
    metadata = record.object("unsafe_metadata")
    appMetadata = record.object("public_metadata")
    guard let digest = record.text("password_digest") else { return }
    hash = try ImportedHash(clerkHasher: record.text("password_hasher") ?? "bcrypt", digest: digest)
  }

  private init(clerkCommandLine record: JSONObject) {
    externalID = record.text("userId")
    email =
      ClerkAddresses(
        primary: record.text("email"), others: ClerkAddresses.list(record, "emailAddresses"),
        unverified: ClerkAddresses.list(record, "unverifiedEmailAddresses")
      ).chosen
    phone =
      ClerkAddresses(
        primary: record.text("phone"), others: ClerkAddresses.list(record, "phoneNumbers"),
        unverified: ClerkAddresses.list(record, "unverifiedPhoneNumbers")
      ).chosen
    userName = record.text("username")
    profile = [.firstName: record.text("firstName"), .lastName: record.text("lastName")]
    createdAt = record.time("createdAt")
    isDisabled = record.isTrue("banned")
    metadata = record.object("unsafeMetadata")
    appMetadata = record.object("publicMetadata")
  }

  private static func address(_ record: JSONObject, kind: String, objects: String) -> Address? {
    guard let addresses = record[objects]?.array else {
      return ClerkAddresses(columns: record, kind: kind).chosen
    }
    // Clerk does not let a user sign in by a phone number that is a second factor.
    let usable = addresses.compactMap(\.object).filter { !$0.isTrue("reserved_for_second_factor") }
    return ClerkAddresses(objects: usable, primaryID: record.text("primary_\(kind)_id"), kind: kind).chosen
  }
}
