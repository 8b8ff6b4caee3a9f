package import DoorwardDelivery
import DoorwardHTTP
package import DoorwardIdentifiers
package import DoorwardPasswords
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Changes and resets passwords.
package struct PasswordChanges: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let guesses: GuessLimits
  private let passwords: Passwords
  private let notices: SecurityNotices

  package init(_ environment: SignInEnvironment, passwords: Passwords, _ notices: SecurityNotices) {
    store = environment.store
    clock = environment.clock
    random = environment.random
    guesses = environment.guesses
    self.passwords = passwords
    self.notices = notices
  }

  // MARK: Change

  /// Gives the caller a new password and ends the caller's other sessions.
  ///
  /// - Parameters:
  ///   - current: the present password; nil if the caller has none.
  ///   - new: the new password.
  ///   - caller: the user.
  ///   - context: the circumstances of the request. A repetition with the same key changes nothing.
  /// - Throws: `Problem` 401 `invalid_credentials`, 422 `idempotency_key_reused` if another change had the key, 401
  ///   `insufficient_user_authentication` if the user has a second factor and the
  ///   session has none, 422 for a password that the rules refuse; ``StoreError``.
  package func change(
    from current: String?, to new: String, of caller: Caller, _ context: ProofContext
  ) async throws {
    let request = RepeatableRequest(
      of: [caller.user.id.text, "password-change"], key: context.idempotencyKey)
    let (stored, identities, isRepeated) = try await store.read { snapshot in
      (
        try snapshot.passwordHash(of: caller.user.id).map(StoredHash.init),
        try snapshot.identities(of: caller.user.id), try request.map(snapshot.isMarked) ?? false
      )
    }
    if isRepeated { return try await requirePresent(new, stored: stored, of: caller, context) }
    guard identities.contains(where: { IdentityKey.Kind.single.contains($0.key.kind) }) else {
      throw Problem.identifierRequired
    }
    if stored != nil, current == nil {
      throw Problem.missingPassword
    }
    // A refused new password is not a guess of the current one.
    let hash = try await passwords.hash(new, of: Self.context(of: caller.user, identities), in: context)
    let subject = try guesses.subject(ofSignedIn: caller.user.id)
    if let stored, let current {
      try await guesses.count(for: subject)
      guard case .matched = try await passwords.verify(current, against: stored, in: context) else {
        throw Problem.invalidCredentials
      }
    }
    let rows = try notices.rows(
      for: .passwordChanged, to: identities.noticeRecipients, about: caller.user, context.application,
      language: context.language, at: clock.now)
    let isFirst = try await notices.messenger.sending(in: store) { [clock] transaction in
      if let request, try transaction.isMarked(request) { return false }
      // The time is read here: codes that were sent while the request waited for the writer are void too.
      let now = clock.now
      let session = try transaction.fullyProvenSession(of: caller, at: now)
      guard try transaction.user(caller.user.id)?.securedAt == caller.user.securedAt else {
        throw Problem.invalidCredentials
      }
      try transaction.forgetGuesses(of: subject)
      try transaction.secure(
        caller.user.id, by: hash.text, keeping: session.id, as: .passwordChanged, of: caller.origin, at: now)
      for row in rows { try transaction.insert(row) }
      if let request { try transaction.mark(request, at: now) }
      return true
    }
    if !isFirst { try await change(from: current, to: new, of: caller, context) }
  }

  /// Accepts the repetition of a change. The store knows only the key of the change, so the password is compared.
  private func requirePresent(
    _ new: String, stored: StoredHash?, of caller: Caller, _ context: ProofContext
  ) async throws {
    let subject = try guesses.subject(ofSignedIn: caller.user.id)
    try await guesses.count(for: subject)
    guard let stored, case .matched = try await passwords.verify(new, against: stored, in: context) else {
      throw Problem.idempotencyKeyReused
    }
    try await store.write { [clock] transaction in
      _ = try transaction.fullyProvenSession(of: caller, at: clock.now)
      try transaction.forgetGuesses(of: subject)
    }
  }

  // MARK: Reset

  /// The address to which a code for a new password is sent.
  ///
  /// - Parameter identifier: an email address, a phone number or a user name. The user of a user name gets the code by
  ///   email, or by SMS if the user has no email address.
  /// - Returns: no user if the identifier belongs to no user. Then no code is sent to the address.
  /// - Throws: ``StoreError``.
  package func resetTarget(of identifier: SignInIdentifier?) async throws -> ResetTarget {
    let stated = try identifier?.recipient ?? Recipient(.email, "unknown@example.com")
    let unknown = ResetTarget(recipient: stated, user: nil, language: nil)
    guard let identifier else { return unknown }
    let messenger = notices.messenger
    let absent = try User.ID(at: clock.now, random: random)
    return try await store.read { snapshot in
      let known = try snapshot.identity(named: identifier.identity)
      // An unknown identifier takes the same steps, so that the time does not show that it is unknown.
      let id = known?.userID ?? absent
      let (user, identities) = (try snapshot.user(id), try snapshot.identities(of: id))
      let recipient = identifier.recipient ?? identities.noticeRecipients.first
      guard let user, let recipient, messenger.sends(to: recipient) else { return unknown }
      return ResetTarget(recipient: recipient, user: user.id, language: user.profile[.locale])
    }
  }

  /// Checks the new password of a reset and hashes it. The caller has checked the code.
  package func hash(
    _ password: String, resetting challenge: CodeChallenge, _ context: ProofContext
  ) async throws -> StoredHash {
    let known = try await store.read { snapshot -> PasswordContext in
      guard let id = challenge.user, let user = try snapshot.user(id) else { return PasswordContext() }
      return Self.context(of: user, try snapshot.identities(of: id))
    }
    return try await passwords.hash(password, of: known, in: context)
  }

  /// The proof of a reset. It sets the password in the transaction that signs in the user.
  package func proof(
    ofReset address: ProvenAddress, to hash: StoredHash, _ context: ProofContext
  ) async throws -> VerifiedProof {
    guard let id = address.challenge.user else { throw Problem.invalidCode }
    let now = clock.now
    let (user, identities) = try await store.read { (try $0.user(id), try $0.identities(of: id)) }
    guard let user else { throw Problem.invalidChallenge }
    let rows = try notices.rows(
      for: .passwordChanged, to: identities.noticeRecipients, about: user, context.application,
      language: context.language,
      at: now)
    return address.proof(asPartOf: PasswordSignIn.name, ResetCondition(hash: hash, rows: rows))
  }

  private static func context(of user: User, _ identities: [Identity]) -> PasswordContext {
    PasswordContext(
      identifiers: identities.filter { IdentityKey.Kind.single.contains($0.key.kind) }
        .map(\.shownIdentifier),
      names: user.profile.names)
  }
}

/// The address and the user of a password reset; no user if the identifier belongs to no user.
package struct ResetTarget: Sendable {
  package let recipient: Recipient
  package let user: User.ID?
  package let language: String?

  /// The message to the address.
  package var message: CodeRequest.Message {
    user == nil ? .withheld(.passwordReset) : .code(.passwordReset)
  }
}

/// Sets the new password of a reset.
struct ResetCondition: AdmissionCondition {
  let hash: StoredHash
  let rows: [QueuedMessage]

  func admit(_ user: User, by origin: EventOrigin, at now: Date, in transaction: any StoreWriting) throws
    -> Bool
  {
    try transaction.secure(
      user.id, by: hash.text, keeping: nil, as: .passwordReset, of: origin, at: now)
    for row in rows { try transaction.insert(row) }
    return true
  }

  var pending: PendingChange? { .password(hash, isNew: true) }
}

extension StoreWriting {
  /// Sets a password, ends the user's other sessions, and makes codes that were sent before void.
  ///
  /// - Parameters:
  ///   - id: the user.
  ///   - hash: the hash of the password.
  ///   - session: the session that stays; nil for none.
  ///   - event: what the user did.
  ///   - origin: the user and the client.
  ///   - now: the time.
  /// - Throws: ``StoreError``.
  func secure(
    _ id: User.ID, by hash: String, keeping session: Session.ID?, as event: EventKind, of origin: EventOrigin,
    at now: Date
  ) throws {
    try setPasswordHash(hash, of: id)
    try record(event, about: EventSubjects(user: id, session: session), by: origin, at: now)
    try endSessions(of: id, except: session, because: .passwordChanged, by: origin, at: now)
    try secure(id, at: now)
  }
}
