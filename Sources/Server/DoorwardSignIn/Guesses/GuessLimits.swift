import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Counts the guesses of passwords and codes, in addition to the limits of networks.
///
/// A guess is counted, and the count is durable, before the secret is compared. So even many guesses at the same time
/// cannot exceed the limits. A sign-in by any method forgets the guesses of the user's identifiers; the guesses of a
/// challenge are never forgotten.
///
/// A guess that names an identifier counts for the identifier and for its account: all identifiers of a user together have as
/// many guesses in a row as each of them. An identifier that no user has is an account of its own, so the work is the same.
///
/// Guesses from a device on which the user has signed in count for the device, not for the identifier. So if unknown
/// devices use up the guesses of the identifier, the user can still sign in (threat 34). The guesses of a device have
/// the same limits: a stolen token of a device has the same limit as an unknown device, for that user only.
package struct GuessLimits: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let key: DerivedKey
  private let settings: GuessSettings

  /// `key` hides the identifiers in the store. `settings` are the numbers of guesses.
  package init(store: any Store, clock: WallClock, key: DerivedKey, settings: GuessSettings) {
    self.store = store
    self.clock = clock
    self.key = key
    self.settings = settings
  }

  /// The kind of secret that is guessed. Passwords and codes are counted separately, so that wrong passwords do not
  /// keep a user from signing in with a code.
  package enum Secret: String, Sendable, CaseIterable {
    case password, code
  }

  /// The subject of the second factors of a user. Their guesses are counted apart from those of passwords and codes, so
  /// that only a user who has proven a first factor can use them up. A device that the user has signed in on is a subject of
  /// its own.
  private func secondFactorSubject(_ user: User.ID, on device: KnownDevice? = nil) throws -> GuessSubject {
    GuessSubject(
      bytes: try key.authenticate(
        [[UInt8]("second-factors".utf8), user.bytes] + (device.map { [$0.id] } ?? [])))
  }

  /// The subject of the guesses that name an identifier, whether a user has it or not. So the guesses do not show which
  /// identifiers belong to a user, or to the same user.
  private func subject(of secret: Secret, _ identity: IdentityKey) throws -> GuessSubject {
    GuessSubject(
      bytes: try key.authenticate([
        [UInt8](secret.rawValue.utf8), [UInt8](identity.kind.rawValue.utf8),
        [UInt8](identity.identifier.utf8),
        [UInt8]((identity.realm ?? "").utf8),
      ]))
  }

  /// The subject of the guesses that name any identifier of an account: that of a user, or an identifier that no user has.
  private func accountSubject(of secret: Secret, _ owner: [UInt8]) throws -> GuessSubject {
    GuessSubject(
      bytes: try key.authenticate([[UInt8]("account".utf8), [UInt8](secret.rawValue.utf8), owner]))
  }

  /// The subject of the guesses that come from a device of the user.
  private func subject(of secret: Secret, _ user: User.ID, on device: KnownDevice) throws -> GuessSubject {
    GuessSubject(
      bytes: try key.authenticate([
        [UInt8]("device".utf8), [UInt8](secret.rawValue.utf8), user.bytes, device.id,
      ]))
  }

  /// The subject of the guesses of a signed-in user: of the current password, and of codes that prove an address. Guesses of
  /// others do not count. An attacker with a session of the user can use them up, so a sign-in forgets them.
  package func subject(ofSignedIn user: User.ID) throws -> GuessSubject {
    GuessSubject(bytes: try key.authenticate([[UInt8]("user".utf8), user.bytes]))
  }

  /// Forgets the guesses that name the identifiers of a user who has signed in, those of the device, and those that
  /// sessions of the user have made.
  ///
  /// - Parameters:
  ///   - identities: the identities of the user.
  ///   - user: the user.
  ///   - device: the device of the sign-in; nil if it is not known.
  ///   - transaction: the transaction of the sign-in.
  /// - Throws: ``StoreError``; the errors of the MAC.
  package func forget(
    _ identities: [Identity], of user: User.ID, on device: KnownDevice?, in transaction: any StoreWriting
  ) throws {
    try transaction.forgetGuesses(of: subject(ofSignedIn: user))
    let guessed = identities.filter { IdentityKey.Kind.single.contains($0.key.kind) }
    guard !guessed.isEmpty else { return }
    for secret in Secret.allCases {
      for identity in guessed { try transaction.forgetGuesses(of: subject(of: secret, identity.key)) }
      try transaction.forgetGuesses(of: accountSubject(of: secret, user.bytes))
      if let device { try transaction.forgetGuesses(of: subject(of: secret, user, on: device)) }
    }
  }

  /// Counts a guess of a password or code that names an identifier. The caller compares the secret afterwards.
  ///
  /// - Parameters:
  ///   - secret: the kind of secret.
  ///   - identity: the identifier, whether a user has it or not.
  ///   - device: the device of the request; nil if it is not known.
  ///   - challenge: the challenge that the guess answers; nil for a password.
  ///   - signIn: the reads of the sign-in that follows if the guess is right; nil if none does.
  ///   - view: reads what the secret is compared with, before the guess is counted.
  /// - Returns: whether the secret may prove the user, the value of `view`, and the rows of the sign-in that may follow.
  /// - Throws: as ``count(for:answering:)``.
  package func count<View: Sendable>(
    of secret: Secret, _ identity: IdentityKey, on device: KnownDevice?,
    answering challenge: AnsweredChallenge? = nil, before signIn: SignInReads?,
    reading view: @escaping @Sendable (any StoreReading) throws -> View
  ) async throws -> (guess: CountedGuess, view: View, ahead: SignInAhead?) {
    let counted = try challenge.map(countedChallenge)
    let named = try subject(of: secret, identity)
    // The guesses of the users of the device, of whom one may have the identity.
    let known = try device.map { device in
      try device.signIns.map { try subject(of: secret, $0.user, on: device) }
    }
    let reads = ProofReads(
      of: identity, guesses: [named] + (known ?? []) + (counted.map { [$0.subject] } ?? []),
      readsPassword: secret == .password, before: signIn)
    let (result, seen, rows) = try await store.writeAtRepeatableRead(prefetching: .proof(reads)) {
      transaction -> (Result<CountedGuess, Problem>, View, ReadAhead?) in
      let now = clock.now
      let seen = try view(transaction)
      let (subject, account) = try subjects(of: secret, identity, named, on: device, at: now, in: transaction)
      let result = try count(subject, account: account, answering: counted, at: now, in: transaction)
      return (result, seen, try transaction.readAhead)
    }
    let guess = try result.get()
    return (guess, seen, guess == .allowed ? SignInAhead(signIn, rows) : nil)
  }

  /// The subjects of a guess that names an identifier: the device of the user, or the identifier and its account.
  private func subjects(
    of secret: Secret, _ identity: IdentityKey, _ named: GuessSubject, on device: KnownDevice?, at now: Date,
    in snapshot: any StoreReading
  ) throws -> (GuessSubject, account: GuessSubject?) {
    let known = try snapshot.identity(identity)
    if let known, let device, !device.signIns.isEmpty, let user = try snapshot.user(known.userID),
      device.isKnown(to: user, at: now)
    {
      return (try subject(of: secret, user.id, on: device), nil)
    }
    return (named, try accountSubject(of: secret, known?.userID.bytes ?? named.bytes))
  }

  /// Takes back a guess that was right, because the request is refused for another reason and the user sends it again.
  ///
  /// - Parameters:
  ///   - secret: the kind of secret.
  ///   - identity: the identifier.
  ///   - device: the device of the request; nil if it is not known.
  ///   - challenge: the challenge that the guess answers.
  /// - Throws: ``StoreError``; the errors of the MAC.
  package func takeBack(
    _ secret: Secret, _ identity: IdentityKey, on device: KnownDevice?,
    answering challenge: AnsweredChallenge
  ) async throws {
    let (counted, named) = (try countedChallenge(challenge), try subject(of: secret, identity))
    try await store.write { [clock] transaction in
      let (subject, account) = try subjects(
        of: secret, identity, named, on: device, at: clock.now, in: transaction)
      for subject in [counted.subject, subject, account].compactMap({ $0 }) {
        try transaction.takeBackGuess(of: subject)
      }
    }
  }

  /// Counts a guess of a second factor. The caller compares it afterwards.
  ///
  /// - Parameters:
  ///   - user: the user, who has proven a first factor.
  ///   - device: the device of the request; nil if it is not known.
  ///   - challenge: the waiting sign-in.
  /// - Throws: as ``count(for:answering:)``.
  package func countSecondFactor(
    of user: User.ID, on device: KnownDevice?, answering challenge: AnsweredChallenge
  ) async throws {
    try await count(answering: challenge) { transaction, now in
      guard let device, let known = try transaction.user(user), device.isKnown(to: known, at: now) else {
        return try secondFactorSubject(user)
      }
      return try secondFactorSubject(user, on: device)
    }
  }

  /// Forgets the guesses of second factors of a user who has proven one.
  ///
  /// - Throws: ``StoreError``; the errors of the MAC.
  package func forgetSecondFactors(
    of user: User.ID, on device: KnownDevice?, in transaction: any StoreWriting
  ) throws {
    try transaction.forgetGuesses(of: secondFactorSubject(user))
    if let device { try transaction.forgetGuesses(of: secondFactorSubject(user, on: device)) }
  }

  /// Counts a guess of a secret. The caller compares the secret afterwards.
  ///
  /// - Parameters:
  ///   - subject: the subject for which the guess counts.
  ///   - challenge: the challenge that the guess answers; nil for a password.
  /// - Throws: `Problem` 429 `too_many_guesses` with `Retry-After` if the user has to wait, 401 `code_exhausted` if the
  ///   challenge has no guess left; ``StoreError``.
  package func count(for subject: GuessSubject, answering challenge: AnsweredChallenge? = nil) async throws {
    try await count(answering: challenge) { _, _ in subject }
  }

  private func count(
    answering challenge: AnsweredChallenge?,
    for subject: @escaping @Sendable (any StoreReading, _ now: Date) throws -> GuessSubject
  ) async throws {
    let counted = try challenge.map(countedChallenge)
    let result = try await store.write { transaction in
      let now = clock.now
      return try count(
        subject(transaction, now), account: nil, answering: counted, at: now, in: transaction)
    }
    _ = try result.get()
  }

  private typealias CountedChallenge = (subject: GuessSubject, expiresAt: Date)

  private func countedChallenge(_ challenge: AnsweredChallenge) throws -> CountedChallenge {
    (
      GuessSubject(bytes: try key.authenticate([[UInt8]("challenge".utf8), challenge.id.bytes])),
      challenge.expiresAt
    )
  }

  /// Counts a guess for its subject, its challenge and its account. Each count that decides is changed by the transaction, so of
  /// two guesses at the same time, the second one finds the first.
  private func count(
    _ subject: GuessSubject, account: GuessSubject?, answering challenge: CountedChallenge?, at now: Date,
    in transaction: any StoreWriting
  ) throws -> Result<CountedGuess, Problem> {
    let answered = try challenge.flatMap { try transaction.guesses(of: $0.subject)?.count } ?? 0
    // The user of an exhausted challenge need not wait for it.
    guard answered < settings.perChallenge else { return .failure(.codeExhausted) }
    let guesses = try transaction.remembered(subject, at: now)
    if let guesses {
      let end = guesses.lastAt.addingTimeInterval(TimeInterval(settings.pause(after: guesses.count)))
      guard now >= end else { return .failure(.tooManyGuesses(until: end, at: now)) }
    }
    if let challenge {
      try transaction.keep(
        GuessCount(count: answered + 1, lastAt: now, expiresAt: challenge.expiresAt), of: challenge.subject)
    }
    let end = now.addingTimeInterval(TimeInterval(settings.memory))
    try transaction.keep(
      GuessCount(count: (guesses?.count ?? 0) + 1, lastAt: now, expiresAt: end), of: subject)
    guard let account else { return .success(.allowed) }
    let isCounted = try transaction.count(account, at: now, until: end, limit: settings.perIdentifier)
    return .success(isCounted ? .allowed : .refused)
  }
}

extension StoreReading {
  /// The guesses of a subject that are not forgotten yet.
  fileprivate func remembered(_ subject: GuessSubject, at now: Date) throws -> GuessCount? {
    try guesses(of: subject).flatMap { $0.expiresAt > now ? $0 : nil }
  }
}

extension StoreWriting {
  fileprivate func takeBackGuess(of subject: GuessSubject) throws {
    guard var guesses = try guesses(of: subject) else { return }
    guesses.count -= 1
    if guesses.count > 0 { try keep(guesses, of: subject) } else { try forgetGuesses(of: subject) }
  }
}

/// A guess of a password or code that has been counted.
package enum CountedGuess: Sendable {
  /// The secret decides.
  case allowed
  /// The identifier has guesses left, but its user has none. The caller compares the secret all the same, and answers as for
  /// a wrong one: another answer would show that the identifiers belong to one user.
  case refused
}
