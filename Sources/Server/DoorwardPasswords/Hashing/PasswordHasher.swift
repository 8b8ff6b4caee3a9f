import DoorwardSodium

/// Makes and verifies the password hashes of the store. Hashing blocks its thread for tens of milliseconds and uses much
/// memory, so that only ``PasswordHashPool`` does it.
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
  ///   - bounds: the maximum cost of an imported hash. A hash that this server made may cost as much as
  ///     ``HashParameters`` allow.
  package init(
    parameters: HashParameters = .floor, peppers: PepperRing, bounds: HashBounds = HashBounds()
  ) {
    self.parameters = parameters
    self.peppers = peppers
    var bounds = bounds
    // A hash below a minimum that was raised after its import is verified and replaced.
    bounds.minimum = nil
    self.bounds = bounds
  }

  /// The most memory that one call uses, in bytes. A stored hash that was made with higher parameters uses more, until
  /// the user's next sign-in replaces it.
  package var maximumMemoryBytes: Int { max(bounds.kibibytes, parameters.kibibytes) * 1024 }

  /// Hashes a new password for the store. The text contains salt, parameters and the name of the pepper.
  ///
  /// - Throws: ``PasswordHashError``.
  func hash(_ password: NewPassword) throws(PasswordHashError) -> StoredHash {
    try hash(password.prepared)
  }

  /// Encrypts the hash of another system under the pepper, for the store. The call is fast and needs no pool.
  ///
  /// - Throws: ``PasswordHashError`` `library_failure`.
  package func seal(_ hash: ImportedHash) throws(PasswordHashError) -> StoredHash {
    StoredHash(try SealedText.seal(hash.text, peppers))
  }

  /// Compares a password with a stored hash.
  ///
  /// The call always computes exactly one hash with the current parameters: to verify a current hash, as the replacement
  /// of another one, or for nothing if there is no hash to verify. So unknown users, users without a password and
  /// unreadable hashes take the time of a current hash. A hash with other parameters or of another system takes its own
  /// time in addition, until the user's next sign-in.
  ///
  /// - Parameters:
  ///   - password: the password as entered.
  ///   - stored: the stored hash; nil if the user is not known or has no password.
  /// - Returns: the result.
  /// - Throws: ``PasswordHashError`` `out_of_memory` or `library_failure`.
  func verify(
    _ password: EnteredPassword, against stored: StoredHash?
  ) throws(PasswordHashError) -> PasswordVerification {
    let prepared = password.prepared()
    let hash: Result<VerifiableHash, PasswordHashError>? = stored.map { stored in
      do throws(PasswordHashError) { return .success(try read(stored)) } catch { return .failure(error) }
    }
    if case .success(.own(let hash, let pepper)) = hash, isCurrent(hash) {
      return try hash.isValid(pepper.apply(to: prepared)) ? .matched(replacement: nil) : .failed
    }
    let replacement = try self.hash(prepared)
    do throws(PasswordHashError) {
      switch try hash?.get() {
      case .own(let hash, let pepper):
        return try hash.isValid(pepper.apply(to: prepared)) ? .matched(replacement: replacement) : .failed
      case .imported(let hash):
        guard try hash.isValid(password.typed) else { return .failed }
        return .matched(replacement: hash.provesAll(of: password.typed) ? replacement : nil)
      case nil: return .failed
      }
    } catch  where error.code == .outOfMemory || error.code == .libraryFailure {
      throw error
    } catch {
      return .unverifiable(error)
    }
  }

  private func hash(_ prepared: WipedBytes) throws(PasswordHashError) -> StoredHash {
    let text: String
    do {
      text = try Argon2.hash(
        peppers.current.apply(to: prepared), kibibytes: parameters.kibibytes, passes: parameters.passes)
    } catch {
      throw PasswordHashError(argon2: error)
    }
    return StoredHash(try Argon2Hash(text, pepperID: peppers.current.id).text)
  }

  private func read(_ stored: StoredHash) throws(PasswordHashError) -> VerifiableHash {
    if SealedText.isSealed(stored.text) {
      let text = try SealedText.open(stored.text, peppers)
      return .imported(try ImportedHash(text, bounds: bounds))
    }
    let hash = try Argon2Hash(stored.text)
    guard let pepperID = hash.pepperID else {
      throw PasswordHashError(.malformedHash, "A stored password hash has a pepper.")
    }
    let pepper = try peppers.pepper(pepperID)
    try HashParameters.check(hash)
    return .own(hash, pepper)
  }

  private func isCurrent(_ hash: Argon2Hash) -> Bool {
    hash.kibibytes == parameters.kibibytes && hash.passes == parameters.passes
      && hash.pepperID == peppers.current.id
  }
}

/// A stored hash with everything that is needed to verify it.
private enum VerifiableHash {
  /// A hash that this server made, with its pepper.
  case own(Argon2Hash, Pepper)
  /// A hash that another system made.
  case imported(ImportedHash)
}

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

/// The password hash of a user, as the store has it. The text is not parsed until it is verified.
package struct StoredHash: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The text in the store.
  package let text: String

  /// Takes a text from the store.
  package init(_ text: String) { self.text = text }

  /// Hides the hash.
  package var description: String { "StoredHash" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
