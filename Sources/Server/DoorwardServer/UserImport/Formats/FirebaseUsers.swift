package import DoorwardPasswords
import DoorwardStore
import DoorwardWire
import Encodings

extension ImportedUser {
  /// A user in the file of `firebase auth:export --format=JSON`.
  init(firebase record: JSONObject, _ project: FirebaseScryptProject?) throws(PasswordHashError) {
    externalID = record.text("localId")
    email = record.text("email").map { Address(text: $0, isVerified: record.isTrue("emailVerified")) }
    // Firebase has a phone number only after its user has proven it.
    phone = record.text("phoneNumber").map { Address(text: $0, isVerified: true) }
    profile = [.name: record.text("displayName")]
    createdAt = record.milliseconds("createdAt")
    lastSignInAt = record.milliseconds("lastSignedInAt") ?? record.milliseconds("lastLoginAt")
    isDisabled = record.isTrue("disabled")
    appMetadata = record.object("customAttributes")
    guard record.text("passwordHash") != nil else { return }
    guard let project else {
      throw PasswordHashError(
        .malformedHash, "The password hash needs the parameters of the project: give --firebase-hash-config.")
    }
    hash = try ImportedHash(firebaseUser: record, project)
  }
}

extension FirebaseScryptProject {
  /// Reads the parameters as the Firebase console shows them, or as JSON with the same names.
  ///
  /// ```
  /// hash_config {
  ///   algorithm: SCRYPT,
  ///   base64_signer_key: …,
  ///   base64_salt_separator: Bw==,
  ///   rounds: 8,
  ///   mem_cost: 14,
  /// }
  /// ```
  ///
  /// - Parameter text: the parameters.
  /// - Throws: ``PasswordHashError`` `malformed_hash`.
  package init(console text: String) throws(PasswordHashError) {
    var values: [Substring: Substring] = [:]
    for line in text.split(whereSeparator: { $0.isNewline || $0 == "," || $0 == "{" || $0 == "}" }) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      values[Self.trimmed(parts[0])] = Self.trimmed(parts[1])
    }
    guard let key = values["base64_signer_key"], let separator = values["base64_salt_separator"],
      let rounds = values["rounds"].flatMap({ Int($0) }), let cost = values["mem_cost"].flatMap({ Int($0) })
    else {
      throw PasswordHashError(
        .malformedHash,
        "The parameters need base64_signer_key, base64_salt_separator, rounds and mem_cost.")
    }
    try self.init(
      signerKey: String(key), saltSeparator: String(separator), rounds: rounds, memoryCost: cost)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first.isWhitespace || first == "\"" { text.removeFirst() }
    while let last = text.last, last.isWhitespace || last == "\"" { text.removeLast() }
    return text
  }
}
