package import Encodings

/// The password hash parameters of a Firebase project, as the Firebase console shows them.
package struct FirebaseHashParameters: Sendable {
  let saltSeparator: [UInt8]
  let signerKey: [UInt8]
  let cost: ScryptCost

  /// Reads the parameters.
  ///
  /// - Parameters:
  ///   - signerKey: `base64_signer_key`.
  ///   - saltSeparator: `base64_salt_separator`.
  ///   - rounds: `rounds`, usually 8.
  ///   - memoryCost: `mem_cost`, usually 14.
  ///   - bounds: what verifying a hash may cost.
  /// - Throws: ``PasswordHashError``.
  package init(
    signerKey: String, saltSeparator: String, rounds: Int, memoryCost: Int, bounds: HashBounds = HashBounds()
  ) throws(PasswordHashError) {
    guard let key = HashText.anyBase64(signerKey), let separator = HashText.anyBase64(saltSeparator),
      let cost = ScryptCost(logarithm: memoryCost, blockSize: rounds, parallelism: 1)
    else { throw .malformed("Firebase scrypt") }
    try cost.check(bounds)
    (self.signerKey, self.saltSeparator, self.cost) = (key, separator, cost)
  }
}

extension ImportedHash {
  /// Reads the hash of a user in the file of `firebase auth:export`; nil if the user has no password.
  ///
  /// - Parameters:
  ///   - user: the user's object, with `passwordHash` and `salt`.
  ///   - parameters: the parameters of the project.
  ///   - bounds: what verifying the hash may cost.
  /// - Throws: ``PasswordHashError``.
  package init?(
    firebaseUser user: JSONObject, _ parameters: FirebaseHashParameters, bounds: HashBounds = HashBounds()
  ) throws(PasswordHashError) {
    guard let encoded = user["passwordHash"]?.string, !encoded.isEmpty else { return nil }
    guard let salt = user["salt"]?.string.flatMap({ HashText.anyBase64($0) }),
      let hash = HashText.anyBase64(encoded)
    else { throw .malformed("Firebase scrypt") }
    let parsed = try FirebaseScryptHash(
      cost: parameters.cost, saltSeparator: parameters.saltSeparator, signerKey: parameters.signerKey,
      salt: salt,
      hash: hash)
    try self.init(parsed.text, bounds: bounds)
  }
}
