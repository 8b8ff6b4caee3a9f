import DoorwardOpenSSL

extension ImportedHash {
  /// Reads a hash of Clerk: the members `password_hasher` and `password_digest` of a user.
  ///
  /// - Parameters:
  ///   - hasher: the name of the format.
  ///   - digest: the hash in this format.
  ///   - bounds: the cost that the hash may have, and must have.
  /// - Throws: ``PasswordHashError``.
  package init(
    clerkHasher hasher: String, digest: String, bounds: HashBounds = HashBounds()
  ) throws(PasswordHashError) {
    guard digest.utf8.count <= PHCText.maximumBytes else { throw .malformed("Clerk") }
    if hasher == "scrypt_firebase" {
      try self.init(Self.firebase(digest), bounds: bounds)
      return
    }
    let text =
      switch hasher {
      case "bcrypt", "bcrypt_sha256_django", "argon2i", "argon2id", "pbkdf2_sha256_django", "scrypt_werkzeug":
        digest
      case "pbkdf2_sha256": try Self.pbkdf2(digest, .sha256, salt: { HashText.base64($0) })
      case "pbkdf2_sha512": try Self.pbkdf2(digest, .sha512, salt: { HashText.base64($0) })
      case "pbkdf2_sha512_hex":
        try Self.pbkdf2(
          digest, .sha512, salt: { HashText.hexadecimal($0) }, hash: { HashText.hexadecimal($0) })
      case "pbkdf2_sha1":
        try Self.pbkdf2(digest, .sha1, salt: { Array($0.utf8) }, hash: { HashText.hexadecimal($0) })
      case "md5", "md5_salted", "md5_phpass", "phpass", "sha256", "sha256_salted", "ldap_ssha",
        "sha512_symfony":
        throw LegacyScheme.refusal(hasher)
      default:
        throw PasswordHashError(.unsupportedScheme, "The password hasher of Clerk is not known.")
      }
    try self.init(text, bounds: bounds)
  }

  /// `pbkdf2_…$<iterations>$<salt>$<hash>` in the PHC string format. Clerk encodes the salt, and Django does not.
  private static func pbkdf2(
    _ digest: String, _ function: PBKDF2, salt: (Substring) -> [UInt8]?,
    hash: (Substring) -> [UInt8]? = { HashText.base64($0) }
  ) throws(PasswordHashError) -> String {
    let segments = digest.split(separator: "$", omittingEmptySubsequences: false)
    guard segments.count == 4, let iterations = PHCText.number(segments[1]), let salt = salt(segments[2]),
      let hash = hash(segments[3])
    else { throw .malformed("Clerk PBKDF2") }
    return PBKDF2Hash(digest: function, iterations: iterations, salt: salt, hash: hash).text
  }

  /// `<hash>$<salt>$<signer key>$<salt separator>$<rounds>$<memory cost>`.
  private static func firebase(_ digest: String) throws(PasswordHashError) -> FirebaseScryptHash {
    let segments = digest.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard segments.count == 6, let hash = HashText.anyBase64(segments[0]),
      let salt = HashText.anyBase64(segments[1]), let rounds = PHCText.number(segments[4]),
      let memoryCost = PHCText.number(segments[5])
    else { throw .malformed("Clerk scrypt_firebase") }
    let project = try FirebaseScryptProject(
      signerKey: segments[2], saltSeparator: segments[3], rounds: rounds, memoryCost: memoryCost)
    return try FirebaseScryptHash(project, salt: salt, hash: hash)
  }
}
