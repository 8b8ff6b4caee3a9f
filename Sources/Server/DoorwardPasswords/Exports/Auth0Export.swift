package import Encodings

extension ImportedHash {
  /// Reads the hash of a user in a file of Auth0: `passwordHash` or `password_hash` (bcrypt), or
  /// `custom_password_hash` in the schema of Auth0's bulk import; nil if the user has no password.
  ///
  /// - Parameters:
  ///   - user: the user's object.
  ///   - bounds: the cost that the hash may have, and must have.
  /// - Throws: ``PasswordHashError``.
  package init?(auth0User user: JSONObject, bounds: HashBounds = HashBounds()) throws(PasswordHashError) {
    if let text = (user["passwordHash"] ?? user["password_hash"])?.string {
      guard text.hasPrefix("$2") else { throw .malformed("bcrypt") }
      try self.init(text, bounds: bounds)
      return
    }
    guard let custom = user["custom_password_hash"]?.object else { return nil }
    guard let algorithm = custom["algorithm"]?.string, let hash = custom["hash"]?.object,
      let value = hash["value"]?.string
    else { throw .malformed("Auth0") }
    switch algorithm {
    case "argon2", "bcrypt", "pbkdf2":
      let prefix = algorithm == "bcrypt" ? "$2" : "$\(algorithm)"
      guard value.hasPrefix(prefix) else { throw .malformed("Auth0 \(algorithm)") }
      try self.init(value, bounds: bounds)
    case "scrypt": try self.init(Self.scrypt(custom, hash), bounds: bounds)
    case "hmac", "ldap", "md4", "md5", "sha1", "sha256", "sha512": throw LegacyScheme.refusal(algorithm)
    default: throw PasswordHashError(.unsupportedScheme, "The password hash algorithm of Auth0 is not known.")
    }
  }

  private static func scrypt(_ custom: JSONObject, _ hash: JSONObject) throws(PasswordHashError) -> String {
    guard let hashBytes = bytes(hash), let salt = custom["salt"]?.object.flatMap(bytes),
      let cost = custom["cost"]?.int64, cost >= 2, cost & (cost - 1) == 0,
      let blockSize = custom["blockSize"]?.int64,
      let parallelism = custom["parallelization"]?.int64,
      custom["keylen"].map({ $0.int64 == Int64(hashBytes.count) }) ?? true,
      let parameters = ScryptCost(
        logarithm: cost.trailingZeroBitCount, blockSize: Int(blockSize), parallelism: Int(parallelism))
    else { throw .malformed("Auth0 scrypt") }
    return ScryptHash(parameters, salt: salt, hash: hashBytes).text
  }

  /// The bytes of an object with `value` and `encoding`.
  private static func bytes(_ object: JSONObject) -> [UInt8]? {
    guard let value = object["value"]?.string else { return nil }
    return switch object["encoding"]?.string ?? "utf8" {
    case "base64": HashText.base64(value)
    case "hex": HashText.hexadecimal(value)
    case "utf8": value.utf8.count <= 128 ? Array(value.utf8) : nil
    default: nil
    }
  }
}
