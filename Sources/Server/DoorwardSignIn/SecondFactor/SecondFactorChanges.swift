import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSecondFactors
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds and removes the second factors of a signed-in user.
///
/// The caller of each method has checked that the sign-in is recent. If the user has a second factor, the session must
/// have proven one too.
package struct SecondFactorChanges: Sendable {
  /// The name of an authenticator in notices.
  static let authenticatorName = "authenticator"

  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let secrets: SecondFactorSecrets
  private let key: DerivedKey
  private let notices: SecurityNotices

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - random: the source of secrets and recovery codes.
  ///   - secrets: protects the secrets in the store.
  ///   - key: seals enrollments.
  ///   - notices: tells the user about changes.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, secrets: SecondFactorSecrets, key: DerivedKey,
    notices: SecurityNotices
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.secrets = secrets
    self.key = key
    self.notices = notices
  }

  /// The second factors of a user and the number of unused recovery codes.
  package func list(of user: User.ID) async throws -> JSONValue {
    let (factors, codes) = try await store.read {
      (try $0.secondFactors(of: user), try $0.recoveryCodes(of: user).count)
    }
    return [
      WireListPart.Members.items: .array(factors.map { .object($0.json) }),
      SecondFactorMembers.recoveryCodesLeft: .integer(UInt64(codes)),
    ]
  }

  // MARK: Enrollment

  /// Begins an enrollment. Nothing is stored.
  ///
  /// - Parameters:
  ///   - caller: the user.
  ///   - application: the application whose name the authenticator shows.
  /// - Returns: the secret as text, URI and QR code, and the sealed enrollment.
  /// - Throws: `Problem` 401 `insufficient_user_authentication`, 409 `too_many_second_factors`, `unproven_address`;
  ///   ``StoreError``.
  package func beginAuthenticator(of caller: Caller, _ application: Application) async throws -> JSONValue {
    let now = clock.now
    let identities = try await store.read { snapshot in
      try snapshot.requireSecondFactor(of: caller.session)
      try snapshot.requireProvenAddresses(of: caller.user.id, reachedBy: notices.messenger)
      try snapshot.requireRoomForFactor(of: caller.user.id)
      return try snapshot.identities(of: caller.user.id)
    }
    let enrollment = AuthenticatorEnrollment(
      id: try ChallengeID(at: now, random: random), user: caller.user.id, session: caller.session.id,
      secret: try AuthenticatorSecret { try random.bytes($0) },
      expiresAt: now.addingTimeInterval(StandardLimits.secondFactorLifetime))
    var answer = try enrollment.secret.members(
      issuer: application.name, account: identities.accountName)
    answer[ChallengeMembers.challengeID] = .string(try enrollment.sealed(under: key))
    answer[ChallengeMembers.expiresAt] = .time(enrollment.expiresAt)
    return .object(answer)
  }

  /// Adds the authenticator of an enrollment after its first code. The caller knows the secret, so the code is not
  /// counted as a guess.
  ///
  /// - Parameters:
  ///   - text: the sealed enrollment.
  ///   - code: the code of the authenticator.
  ///   - caller: the user.
  ///   - application: the application in which the change is made.
  ///   - key: the `Idempotency-Key` of the request. A repetition with the same key gets the same answer.
  ///   - language: the language of the notice if the user has no locale.
  /// - Returns: the factor, with recovery codes if the user has none.
  /// - Throws: `Problem` 401 `invalid_challenge`, `challenge_expired`, `challenge_used`, `invalid_code`,
  ///   `insufficient_user_authentication`, 409 `too_many_second_factors`, `unproven_address`; ``StoreError``.
  package func confirmAuthenticator(
    _ text: String, code: String, of caller: Caller, in application: Application, key: String?,
    language: String
  ) async throws -> JSONValue {
    let now = clock.now
    guard let enrollment = AuthenticatorEnrollment(text, under: self.key), enrollment.user == caller.user.id,
      enrollment.session == caller.session.id
    else { throw Problem.invalidChallenge }
    let repetition = RepeatableRequest(answering: enrollment.id, key: key)
    let id: SecondFactorRecord.ID =
      try repetition?.id("authenticator") ?? SecondFactorRecord.ID(at: now, random: random)
    let codes = try RecoveryCodeSet(of: repetition, under: secrets, random)
    if repetition != nil {
      // The code of a repetition may have expired, and so may the enrollment.
      let known = try await store.write { try added(id, with: codes, by: caller, at: now, in: $0) }
      if let known { return known }
    }
    guard now < enrollment.expiresAt else { throw Problem.challengeExpired }
    guard let authenticator = try NewAuthenticator(enrollment.secret, code: code, id: id, at: now) else {
      throw Problem.invalidCode
    }
    let factor = try authenticator.record(of: caller.user.id, under: secrets)
    let rows = try await rows(
      .secondFactorAdded, of: factor, undoing: .addedSecondFactor(factor.id), caller, in: application,
      language: language,
      at: now)
    return try await notices.messenger.sending(in: store) { [clock] transaction in
      if let refusal = try transaction.refusal(spending: enrollment.challenge, at: clock.now) {
        // The first request may have been admitted since.
        if repetition != nil,
          let known = try added(id, with: codes, by: caller, at: now, in: transaction)
        {
          return known
        }
        throw refusal
      }
      var session = try transaction.fullyProvenSession(of: caller, at: now)
      guard try transaction.user(caller.user.id)?.securedAt == caller.user.securedAt else {
        throw Problem.invalidToken
      }
      let isFirst = try !transaction.hasSecondFactor(caller.user.id)
      try transaction.requireRoomForFactor(of: caller.user.id)
      try transaction.add(factor, reachedBy: notices.messenger)
      try transaction.record(.factorAdded(factor.id, notices.name(of: factor)), by: caller, at: now)
      let hasNewCodes = try transaction.add(codes, to: caller.user.id, under: secrets)
      // The proof must not make the sign-in recent again: the user proves a secret that was chosen a moment ago.
      // A session that was proven by another factor continues to rest on that factor.
      if isFirst {
        session.record(AuthenticatorFactor.proof(of: factor.id, at: session.authenticatedAt))
        try transaction.update(session)
      }
      for row in rows { try transaction.insert(row) }
      return answer(factor, hasNewCodes ? codes : nil)
    }
  }

  /// The answer of a request that has added an authenticator; nil if the user has no such factor.
  private func added(
    _ id: SecondFactorRecord.ID, with codes: RecoveryCodeSet, by caller: Caller, at now: Date,
    in transaction: any StoreWriting
  ) throws -> JSONValue? {
    guard let factor = try transaction.secondFactors(of: caller.user.id).first(where: { $0.id == id }) else {
      return nil
    }
    _ = try transaction.fullyProvenSession(of: caller, at: now)
    return answer(factor, try transaction.has(codes, caller.user.id, under: secrets) ? codes : nil)
  }

  private func answer(_ factor: SecondFactorRecord, _ codes: RecoveryCodeSet?) -> JSONValue {
    var answer = factor.json
    if let codes { answer[SecondFactorMembers.recoveryCodes] = .strings(codes.shown) }
    return .object(answer)
  }

  // MARK: Removal

  /// Removes a factor. Other sessions that rest on it end, and the caller's session continues without it. The recovery
  /// codes are removed with the last factor, which may be a passkey.
  ///
  /// - Parameters:
  ///   - id: the factor.
  ///   - caller: the user.
  ///   - application: the application in which the change is made.
  ///   - language: the language of the notice if the user has no locale.
  /// - Throws: `Problem` 404 `not_found`, 401 `insufficient_user_authentication`; ``StoreError``.
  package func remove(
    _ id: SecondFactorRecord.ID?, of caller: Caller, in application: Application, language: String
  ) async throws {
    let now = clock.now
    let factor = try await store.read { snapshot in
      try snapshot.secondFactors(of: caller.user.id).first { $0.id == id }
    }
    var rows: [QueuedMessage] = []
    if let factor {
      rows = try await self.rows(
        .secondFactorRemoved, of: factor, caller, in: application, language: language, at: now)
    }
    try await notices.messenger.sending(in: store) { [rows] transaction in
      let session = try transaction.fullyProvenSession(of: caller, at: now)
      let factors = try transaction.secondFactors(of: caller.user.id)
      guard let removed = factors.first(where: { $0.id == id }) else {
        throw Problem.notFound("second factor")
      }
      try transaction.delete(removed)
      try transaction.record(.factorRemoved(removed.id, notices.name(of: removed)), by: caller, at: now)
      let isLast = try !transaction.removeRecoveryCodesWithoutFactor(of: caller.user.id)
      let ended = try transaction.withdraw(
        isLast ? nil : removed, of: caller.user.id, keeping: session.id, at: now)
      try transaction.note(endOf: ended, because: .secondFactorRemoved, by: caller, at: now)
      for row in rows { try transaction.insert(row) }
    }
  }

  // MARK: Recovery codes

  /// Replaces the recovery codes of the user, and ends the user's other sessions that an old code has opened.
  ///
  /// - Parameters:
  ///   - caller: the user.
  ///   - application: the application in which the change is made.
  ///   - language: the language of the notice if the user has no locale.
  /// - Returns: the codes. They are shown once.
  /// - Throws: `Problem` 409 `no_second_factor`, 401 `insufficient_user_authentication`; ``StoreError``.
  package func replaceRecoveryCodes(
    of caller: Caller, _ application: Application, _ language: String
  ) async throws -> JSONValue {
    let now = clock.now
    let codes = try RecoveryCodeSet(random)
    let marks = try codes.hashes(of: caller.user.id, under: secrets).map(RecoveryCodeMark.init)
    let rows = try await rows(
      .recoveryCodesReplaced, undoing: .replacedRecoveryCodes(marks), caller, in: application,
      language: language, at: now)
    try await notices.messenger.sending(in: store) { transaction in
      let session = try transaction.fullyProvenSession(of: caller, at: now)
      guard try transaction.hasSecondFactor(caller.user.id) else { throw Problem.noSecondFactor }
      try transaction.set(codes, of: caller.user.id, under: secrets)
      try transaction.record(.recoveryCodesReplaced, by: caller, at: now)
      // Another person may have used one of the replaced codes.
      for other in try transaction.liveSessions(
        of: caller.user.id, at: now, lastingOnly: false, after: nil, limit: .max)
      where other.id != session.id && other.proofs.contains(where: { $0.method == .recoveryCode }) {
        try transaction.end(other, because: .secondFactorRemoved, by: caller.origin, at: now)
      }
      for row in rows { try transaction.insert(row) }
    }
    return [SecondFactorMembers.recoveryCodes: .strings(codes.shown)]
  }

  private func rows(
    _ kind: MessageKind, of factor: SecondFactorRecord? = nil, undoing change: ReversibleChange = .none,
    _ caller: Caller, in application: Application, language: String, at now: Date
  ) async throws -> [QueuedMessage] {
    let identities = try await store.read { try $0.identities(of: caller.user.id) }
    return try notices.rows(
      for: kind, method: factor.map(notices.name), undoing: change,
      to: identities.noticeRecipients, about: caller.user, application, language: language, at: now)
  }
}

extension StoreReading {
  fileprivate func requireRoomForFactor(of user: User.ID) throws {
    guard
      try secondFactors(of: user).count(where: { $0.authenticator != nil }) < StandardLimits.authenticators
    else {
      throw Problem.tooManySecondFactors
    }
  }
}

extension StoreWriting {
  /// Ends the sessions that rest on a factor, and withdraws its proof from the session that stays.
  ///
  /// `factor` is the factor; nil for all second factors. `kept` is the session that stays.
  ///
  /// - Returns: the ended sessions.
  /// - Throws: ``StoreError``.
  fileprivate func withdraw(
    _ factor: SecondFactorRecord?, of user: User.ID, keeping kept: Session.ID, at now: Date
  ) throws -> Set<Session.ID> {
    var ended: Set<Session.ID> = []
    for var session in try liveSessions(of: user, at: now, lastingOnly: false, after: nil, limit: .max) {
      let rests = session.proofs.contains { proof in
        proof.isOfSecondFactor
          && factor.map { proof.secondFactor == $0.provenID } ?? true
      }
      guard rests else { continue }
      guard session.id == kept else {
        try end(session.id, because: .secondFactorRemoved, at: now)
        ended.insert(session.id)
        continue
      }
      session.withdrawSecondFactor()
      try update(session)
    }
    return ended
  }
}
