import DoorwardSodium

/// A new password that passed the complete check of a ``NewPasswordPolicy``. Nothing else makes one, so that every hash
/// of a new password is the hash of a checked one.
package struct NewPassword: Sendable, CustomStringConvertible, CustomReflectable {
  /// The UTF-8 bytes, ready for hashing.
  let prepared: WipedBytes

  fileprivate init(prepared: WipedBytes) { self.prepared = prepared }

  /// Hides the password.
  package var description: String { "NewPassword" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The complete check of a new password: rules, the user's own identifiers, a list of known passwords, and a service
/// that knows breached passwords.
package struct NewPasswordPolicy: Sendable {
  /// The rules, also for clients.
  package let rules: PasswordRules
  private let blocklist: PasswordBlocklist?
  private let breaches: BreachedPasswordRange?

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - rules: the rules.
  ///   - blocklist: a list of known passwords; nil if the operator has none.
  ///   - breaches: the service for breached passwords; nil if the operator does not use one. An answer that does not
  ///     arrive refuses no password.
  package init(
    rules: PasswordRules = PasswordRules(), blocklist: PasswordBlocklist? = nil,
    breaches: BreachedPasswordRange? = nil
  ) {
    self.rules = rules
    self.blocklist = blocklist
    self.breaches = breaches
  }

  /// Checks a password. The work that computes or reads a file runs on `threads`.
  func check<Network>(
    _ text: String, context: PasswordContext, network: Network,
    on threads: FairThreadPool<Network>
  ) async throws -> NewPassword {
    let entered = try rules.enter(text)
    let (prepared, digest) = try await threads.run(for: network) { [rules, blocklist] in
      let prepared = try rules.prepare(entered, context: context)
      let digest = try PasswordDigest(prepared)
      if try blocklist?.contains(digest) == true { throw PasswordRefusal.isListed }
      return (prepared, digest)
    }
    if case .listed? = await breaches?.find(digest) { throw PasswordRefusal.isListed }
    try Task.checkCancellation()
    return NewPassword(prepared: prepared)
  }
}
