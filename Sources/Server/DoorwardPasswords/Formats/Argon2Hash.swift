import DoorwardSodium

/// A parsed Argon2 hash in the PHC string format, also with the optional `keyid` that names a pepper.
struct Argon2Hash: Equatable {
  let variant: Argon2.Variant
  let kibibytes: Int
  let passes: Int
  let lanes: Int
  /// The pepper; nil for a hash of the password itself.
  let pepperID: [UInt8]?
  /// Whether salt and hash have the lengths of new hashes: 16 and 32 bytes.
  let hasDefaultLengths: Bool
  private let salt: String
  private let hash: String

  /// Parses a hash of version 1.3 (19). Other versions and Argon2d are refused by name.
  ///
  /// - Throws: ``PasswordHashError``.
  init(_ text: String) throws(PasswordHashError) {
    if text.hasPrefix("$argon2d$") {
      throw PasswordHashError(.unsupportedScheme, "Argon2d is not for passwords and is not supported.")
    }
    guard let phc = PHCText(text), let variant = Argon2.Variant(rawValue: phc.scheme),
      let named = phc.namedParameters, Set(named.keys).isSubset(of: ["m", "t", "p", "keyid"]),
      let memory = named["m"].flatMap(PHCText.number), let passes = named["t"].flatMap(PHCText.number),
      let lanes = named["p"].flatMap(PHCText.number), passes >= 1, lanes >= 1, memory >= 8 * lanes
    else { throw .malformed("Argon2") }
    guard phc.version == 19 else {
      throw PasswordHashError(.unsupportedScheme, "Only version 19 of Argon2 is supported.")
    }
    guard let salt = HashText.base64(phc.salt), (8...64).contains(salt.count), !phc.salt.hasSuffix("="),
      let hash = HashText.base64(phc.hash), (16...64).contains(hash.count), !phc.hash.hasSuffix("=")
    else { throw .malformed("Argon2") }
    if let keyID = named["keyid"] {
      guard let id = HashText.base64(keyID), id.count == 8 else { throw .malformed("Argon2") }
      pepperID = id
    } else {
      pepperID = nil
    }
    hasDefaultLengths = salt.count == 16 && hash.count == 32
    (self.variant, kibibytes, self.passes, self.lanes) = (variant, memory, passes, lanes)
    (self.salt, self.hash) = (phc.salt, phc.hash)
  }

  /// Adds the name of the pepper to a hash.
  init(_ text: String, pepperID: [UInt8]) throws(PasswordHashError) {
    let plain = try Argon2Hash(text)
    (variant, kibibytes, passes, lanes) = (plain.variant, plain.kibibytes, plain.passes, plain.lanes)
    (salt, hash, hasDefaultLengths) = (plain.salt, plain.hash, plain.hasDefaultLengths)
    self.pepperID = pepperID
  }

  /// The text for the store.
  var text: String {
    encoded(keyID: pepperID.map { ",keyid=\(HashText.unpaddedBase64($0))" } ?? "")
  }

  /// Whether a secret has this hash. The secret is the password, after the pepper if there is one.
  ///
  /// - Throws: ``PasswordHashError`` `out_of_memory`, or `malformed_hash` if the library refuses the parameters.
  func isValid(_ secret: WipedBytes) throws(PasswordHashError) -> Bool {
    do {
      // libsodium does not know `keyid`.
      return try Argon2.isValid(secret, for: encoded(keyID: ""), variant: variant)
    } catch {
      throw PasswordHashError(argon2: error)
    }
  }

  private func encoded(keyID: String) -> String {
    "$\(variant.rawValue)$v=19$m=\(kibibytes),t=\(passes),p=\(lanes)\(keyID)$\(salt)$\(hash)"
  }
}

extension PasswordHashError {
  init(argon2 failure: Argon2.Failure) {
    switch failure {
    case .outOfMemory:
      self.init(.outOfMemory, "The memory for a password hash could not be allocated.")
    case .notAccepted:
      self.init(.malformedHash, "libsodium does not accept the parameters of the password hash.")
    }
  }
}
