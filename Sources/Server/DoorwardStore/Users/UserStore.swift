#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about users.
package protocol UserReading {
  /// The user; nil if there is none.
  func user(_ id: User.ID) throws -> User?
}

/// Changes of users.
package protocol UserWriting: UserReading {
  /// Adds a user.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken.
  func insert(_ user: User) throws
  /// Updates every member of a user except the id, the time of creation, the password, the photo and the
  /// deletion.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func update(_ user: User) throws
  /// Updates the time of a user's last sign-in and nothing else.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func noteSignIn(of user: User.ID, at instant: Date) throws
  /// Makes this transaction conflict with a sign-in of the user at the same time
  /// (``Store/writeAtRepeatableRead(prefetching:continuing:_:)``). The one that is refused runs again.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func collideWithSignIns(of user: User.ID) throws
  /// Removes a user with the user's identities, second factors, grants, sessions, messages and photo.
  func deleteUser(_ id: User.ID) throws
  /// Removes the anonymous users whose last session ended before `instant` and has been purged.
  ///
  /// - Returns: the number of removed users.
  /// - Throws: ``StoreError``.
  func purgeAnonymousUsers(leftBefore instant: Date, limit: Int) throws -> Int
}

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
