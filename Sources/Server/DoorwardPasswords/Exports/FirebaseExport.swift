package import Encodings

extension ImportedHash {
  /// Reads the hash of a user in the file of `firebase auth:export`; nil if the user has no password.
  ///
  /// `user` is the user's object, with `passwordHash` and `salt`. `bounds` is the cost that the hash may have, and must
  /// have.
  ///
  /// - Throws: ``PasswordHashError``.
  package init?(
    firebaseUser user: JSONObject, _ project: FirebaseScryptProject, bounds: HashBounds = HashBounds()
  ) throws(PasswordHashError) {
    guard let encoded = user["passwordHash"]?.string, !encoded.isEmpty else { return nil }
    guard let salt = user["salt"]?.string.flatMap({ HashText.anyBase64($0) }),
      let hash = HashText.anyBase64(encoded)
    else { throw .malformed("Firebase scrypt") }
    try self.init(FirebaseScryptHash(project, salt: salt, hash: hash), bounds: bounds)
  }
}
