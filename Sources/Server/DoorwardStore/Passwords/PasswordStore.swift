/// Queries about passwords.
package protocol PasswordReading {
  /// The stored hash of a user's password; nil if the user has none.
  func passwordHash(of user: User.ID) throws -> String?
}

/// Changes of passwords.
package protocol PasswordWriting: PasswordReading {
  /// Gives a user a password, replaces it, or removes it if `hash` is nil.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func setPasswordHash(_ hash: String?, of user: User.ID) throws
}
