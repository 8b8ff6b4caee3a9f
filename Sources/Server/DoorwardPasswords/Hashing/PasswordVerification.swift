/// The result of comparing a password with a stored hash.
///
/// The hash may have been replaced since it was read, for example because the user changed the password. So the
/// transaction that admits the user first compares the hash in the store with the verified one, text for text. If they
/// differ, the user is not admitted.
package enum PasswordVerification: Sendable, Equatable {
  /// The password is right.
  ///
  /// If `replacement` is not nil, the stored hash has other parameters than new hashes, or was imported. In the
  /// transaction that admits the user, the caller replaces it with compare-and-set: only if the store still has exactly
  /// the text that was verified. Any other write could restore an old password. A hash that proves only the first bytes of
  /// a long password is kept: there is no replacement.
  case matched(replacement: StoredHash?)
  /// The password is wrong, or the user is not known or has no password.
  case failed
  /// The stored hash cannot be verified. The user gets the answer of ``failed``; the error is for the log.
  case unverifiable(PasswordHashError)
}
