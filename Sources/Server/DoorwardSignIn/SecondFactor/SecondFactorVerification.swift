import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finishes sign-ins that wait for a second factor.
package struct SecondFactorVerification: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let factors: [any SecondFactor]
  private let enrollment: SignInEnrollment
  private let guesses: GuessLimits
  private let admission: SecondFactorAdmission
  private let notices: SecurityNotices

  package init(
    store: any Store, clock: WallClock, factors: [any SecondFactor], enrollment: SignInEnrollment,
    guesses: GuessLimits, admission: SecondFactorAdmission, notices: SecurityNotices
  ) {
    self.store = store
    self.clock = clock
    self.factors = factors
    self.enrollment = enrollment
    self.guesses = guesses
    self.admission = admission
    self.notices = notices
  }

  /// Verifies a proof and signs in the user. The guess is counted first.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - method: the factor that the proof belongs to.
  ///   - proof: the code as typed, or the response of a passkey.
  ///   - opening: the values of the session.
  ///   - language: the language of notices if the user has no locale.
  /// - Returns: the signed-in user.
  /// - Throws: `Problem` 401 `invalid_code`; as ``GuessLimits/count(for:answering:)`` and
  ///   ``SecondFactorAdmission/signIn(_:by:_:sending:)``.
  package func signIn(
    _ request: SecondFactorRequest, by method: SignInMethodName, proof: SecondFactorProof,
    _ opening: SessionOpening, language: String
  ) async throws -> SignedIn {
    // A repetition has the id and the key of a sign-in whose code was right. The code itself works once.
    if let known = try await repetition(of: request, opening) { return known }
    do {
      return try await firstSignIn(request, by: method, proof: proof, opening, language: language)
    } catch let problem as Problem
      where [WireCode.challengeUsed, WireCode.invalidCode].contains(problem.code)
    {
      // The first request may have been admitted meanwhile.
      guard let known = try await repetition(of: request, opening) else { throw problem }
      return known
    }
  }

  /// The outcome of the same sign-in, with its recovery codes, if its answer was not used.
  private func repetition(
    of request: SecondFactorRequest, _ opening: SessionOpening
  ) async throws -> SignedIn? {
    guard let known = try await admission.repetition(of: request, opening) else { return nil }
    guard request.needsEnrollment else { return known }
    let codes = try await store.read { [enrollment] in
      try enrollment.repeatedCodes(of: request, opening, known.user.id, in: $0)
    }
    return known.showing(codes)
  }

  private func firstSignIn(
    _ request: SecondFactorRequest, by method: SignInMethodName, proof: SecondFactorProof,
    _ opening: SessionOpening, language: String
  ) async throws -> SignedIn {
    guard clock.now < request.expiresAt else { throw Problem.challengeExpired }
    let first = request.first.proof
    guard first.isByLink || SignInMethods.areOffered([first], by: opening.application) else {
      throw Problem.methodNotOffered
    }
    guard let verified = try await verify(proof, by: method, of: request, opening) else {
      throw Problem.invalidCode
    }
    let rows = try await rows(
      about: request, by: method, verified, opening, language: language, at: clock.now)
    return try await admission.signIn(request, by: verified, opening, sending: rows)
  }

  private func verify(
    _ proof: SecondFactorProof, by method: SignInMethodName, of request: SecondFactorRequest,
    _ opening: SessionOpening
  ) async throws -> VerifiedSecondFactor? {
    guard !request.needsEnrollment, let user = request.first.user else {
      return try enrollment.verify(proof, by: method, of: request, opening)
    }
    let factor = factors.first { $0.name == method }
    if factor?.isGuessable ?? true {
      try await guesses.countSecondFactor(of: user, on: opening.device, answering: request.challenge)
    }
    let now = clock.now
    return try await store.read { snapshot in
      try factor?
        .verify(proof, of: user, in: request, for: opening.application, at: now, snapshot)
    }
  }

  /// A notice about the sign-in.
  private typealias Notice = (kind: MessageKind, name: String?, change: ReversibleChange)

  private func rows(
    about request: SecondFactorRequest, by method: SignInMethodName, _ verified: VerifiedSecondFactor,
    _ opening: SessionOpening, language: String, at now: Date
  ) async throws -> [QueuedMessage] {
    var found: [Notice] = []
    if let kind = request.change?.notice { found.append((kind, nil, .none)) }
    if method == .recoveryCode { found.append((.recoveryCodeUsed, nil, .none)) }
    if let addition = verified.addition { found.append(notice(of: addition)) }
    guard !found.isEmpty, let id = request.first.user else { return [] }
    let (user, identities) = try await store.read { (try $0.user(id), try $0.identities(of: id)) }
    guard let user else { throw Problem.invalidChallenge }
    return try found.flatMap { notice in
      try notices.rows(
        for: notice.kind, method: notice.name, undoing: notice.change, to: identities.noticeRecipients,
        about: user, opening.application, language: language, at: now)
    }
  }

  private func notice(of addition: VerifiedSecondFactor.Addition) -> Notice {
    switch addition {
    case .identity(let kind, let id): (.signInMethodAdded, notices.name(of: kind), .addedIdentity(id))
    case .factor(let kind, let id): (.secondFactorAdded, notices.name(of: kind), .addedSecondFactor(id))
    case .authenticator(let id):
      (.secondFactorAdded, SecondFactorChanges.authenticatorName, .addedSecondFactor(id))
    }
  }
}
