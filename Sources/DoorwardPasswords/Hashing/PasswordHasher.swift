import DoorwardSodium

/// Makes and verifies the password hashes of the store. Every call blocks its thread for tens of milliseconds and uses
/// much memory, so calls run in a ``PasswordHashPool``.
package struct PasswordHasher: Sendable {
  /// The parameters of new hashes.
  package let parameters: HashParameters
  private let peppers: PepperRing
  private let bounds: HashBounds

  /// Makes a hasher.
  ///
  /// - Parameters:
  ///   - parameters: the cost of new hashes.
  ///   - peppers: the peppers of new and stored hashes.
  ///   - bounds: what a stored hash may cost. The cost of new hashes is always allowed.
  package init(
    parameters: HashParameters = .floor, peppers: PepperRing, bounds: HashBounds = HashBounds()
  ) {
    self.parameters = parameters
    self.peppers = peppers
    var bounds = bounds
    bounds.kibibytes = max(bounds.kibibytes, parameters.kibibytes)
    bounds.writtenKibibytes = max(bounds.writtenKibibytes, parameters.kibibytes * parameters.passes)
    self.bounds = bounds
  }

  /// The most memory that one call uses, in bytes.
  package var maximumMemoryBytes: Int { bounds.kibibytes * 1024 }

  /// Hashes a password for the store. The text contains salt, parameters and the name of the pepper.
  ///
  /// - Throws: ``PasswordHashError``.
  package func hash(_ password: EnteredPassword) throws(PasswordHashError) -> String {
    let text: String
    do {
      text = try Argon2.hash(
        peppers.current.apply(to: password.prepared), kibibytes: parameters.kibibytes,
        passes: parameters.passes)
    } catch {
      throw PasswordHashError(argon2: error)
    }
    return try Argon2Hash(text, pepperID: peppers.current.id).text
  }

  /// Compares a password with a stored hash: a hash of ``hash(_:)``, or an imported one in the text of
  /// ``ImportedHash``.
  ///
  /// - Parameters:
  ///   - password: the password as entered.
  ///   - stored: the stored text.
  /// - Returns: whether the password is right, and whether the hash should be replaced.
  /// - Throws: ``PasswordHashError`` if the hash cannot be verified.
  package func verify(
    _ password: EnteredPassword, against stored: String
  ) throws(PasswordHashError) -> PasswordVerification {
    let peppered = stored.hasPrefix("$argon2") ? try Argon2Hash(stored) : nil
    guard let hash = peppered, let id = hash.pepperID else {
      let imported = try ImportedHash(stored, bounds: bounds)
      return try imported.isValid(password.typed) ? .right(needsRehash: true) : .wrong
    }
    try bounds.check(kibibytes: hash.kibibytes, repetitions: hash.passes)
    guard let pepper = peppers[id] else {
      throw PasswordHashError(
        .unknownPepper, "The password hash was made with a pepper that this server does not have.")
    }
    guard try hash.isValid(pepper.apply(to: password.prepared)) else { return .wrong }
    return .right(needsRehash: !isCurrent(hash))
  }

  /// Does the work of ``verify(_:against:)`` for a user who does not exist or has no password, so that the answer takes
  /// as long.
  ///
  /// - Returns: always ``PasswordVerification/wrong``.
  /// - Throws: ``PasswordHashError``.
  package func verifyWithoutUser(
    _ password: EnteredPassword
  ) throws(PasswordHashError) -> PasswordVerification {
    _ = try hash(password)
    return .wrong
  }

  private func isCurrent(_ hash: Argon2Hash) -> Bool {
    hash.variant == .id && hash.kibibytes == parameters.kibibytes && hash.passes == parameters.passes
      && hash.lanes == 1 && hash.pepperID == peppers.current.id
  }
}

/// The result of comparing a password with a stored hash.
package enum PasswordVerification: Sendable, Equatable {
  /// Another password has this hash.
  case wrong
  /// The password is right. If `needsRehash` is true, the caller stores a new hash of the password.
  case right(needsRehash: Bool)
}
