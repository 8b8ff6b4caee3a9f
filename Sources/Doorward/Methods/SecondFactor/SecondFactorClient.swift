internal import DoorwardWire
internal import Encodings

/// Second factors: the second step of a sign-in, and the factors of the signed-in user.
///
/// ```swift
/// let outcome = try await doorward.password.login(identifier: "ada@example.com", password: password)
/// if case .secondFactorRequired(let challenge) = outcome {
///   try await doorward.secondFactor.verify(challenge, code: typed)
/// }
/// ```
public struct SecondFactorClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  // MARK: The second step of a sign-in

  /// Finishes a sign-in with the code that the user has typed.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of ``SignInOutcome/secondFactorRequired(_:)`` or ``DoorwardError/secondFactor``.
  ///   - code: The code. Spaces and hyphens are ignored.
  ///   - method: The kind of code, one of ``SecondFactorChallenge/methods``.
  /// - Returns: ``SignInOutcome/signedIn(_:)``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/invalidCode`` for a code that is wrong or was used,
  ///   ``DoorwardError/Code/tooManyGuesses``; ``DoorwardError/Code/codeExhausted`` and
  ///   ``DoorwardError/Code/challengeExpired`` if the user has to sign in from the beginning.
  @discardableResult public func verify(
    _ challenge: SecondFactorChallenge, code: String, by method: SecondFactorMethod = .totp
  ) async throws(DoorwardError) -> SignInOutcome {
    var proof: JSONObject = [
      ProofMembers.challengeID: .string(challenge.id), ProofMembers.method: .string(method.rawValue),
      ProofMembers.code: .string(code),
    ]
    proof[ProofMembers.bindingSecret] = challenge.secret.map(JSONValue.string)
    return try await engine.outcome(of: WirePath.secondFactorVerify, proof)
  }

  // MARK: The factors of the user

  /// Asks the server for the factors of the signed-in user.
  ///
  /// - Throws: ``DoorwardError``.
  public func all() async throws(DoorwardError) -> SecondFactorList {
    let (answer, _) = try await engine.accountCall("GET", WirePath.secondFactors)
    guard let items = WireListPart(answer)?.items,
      let codes = answer[SecondFactorMembers.recoveryCodesLeft]?.int64
    else { throw .malformedAnswer("it is not a list", status: nil) }
    return SecondFactorList(
      factors: items.compactMap(WireSecondFactor.init).map(DoorwardSecondFactor.init),
      recoveryCodesLeft: Int(codes))
  }

  /// Begins to add an authenticator.
  ///
  /// - Returns: The secret for the authenticator. The server stores nothing before ``confirm(_:code:)``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within the last
  ///   minutes, or without the second factor that the user has; ``DoorwardError/Code/tooManySecondFactors``.
  public func addAuthenticator() async throws(DoorwardError) -> AuthenticatorEnrollment {
    let (answer, _) = try await engine.accountCall("POST", WirePath.totp, [:])
    guard let enrollment = WireEnrollment(answer) else {
      throw .malformedAnswer("it is not an enrollment", status: nil)
    }
    return AuthenticatorEnrollment(wire: enrollment)
  }

  /// Adds an authenticator, with the first code that it shows.
  ///
  /// If the answer is lost, the authenticator may have been added: ask for ``all()``, and for ``newRecoveryCodes()``.
  ///
  /// - Parameters:
  ///   - enrollment: The enrollment of ``addAuthenticator()``, in the same session.
  ///   - code: The code. Spaces and hyphens are ignored.
  /// - Returns: The factor, with recovery codes if it is the first. The user must keep them.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/invalidCode``, ``DoorwardError/Code/challengeExpired``, and as
  ///   ``addAuthenticator()``.
  public func confirm(
    _ enrollment: AuthenticatorEnrollment, code: String
  ) async throws(DoorwardError) -> AddedSecondFactor {
    let (answer, _) = try await engine.accountCall(
      "POST", WirePath.totpConfirm,
      [
        ProofMembers.challengeID: .string(enrollment.wire.challengeID), ProofMembers.code: .string(code),
      ])
    guard let factor = WireSecondFactor(answer) else {
      throw .malformedAnswer("it is not a second factor", status: nil)
    }
    return AddedSecondFactor(
      factor: DoorwardSecondFactor(wire: factor), recoveryCodes: Self.recoveryCodes(answer))
  }

  /// Removes a factor. The user's other sessions that rest on it end. The recovery codes go with the last factor.
  ///
  /// - Parameter id: The ``DoorwardSecondFactor/id``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/notFound``, ``DoorwardError/Code/recentSignInRequired``.
  public func remove(_ id: DoorwardSecondFactor.ID) async throws(DoorwardError) {
    _ = try await engine.accountCall("DELETE", WirePath.secondFactor(try engine.pathComponent(id)))
  }

  /// Replaces the recovery codes of the user.
  ///
  /// - Returns: The codes. The server shows them only this once.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/noSecondFactor``, ``DoorwardError/Code/recentSignInRequired``.
  public func newRecoveryCodes() async throws(DoorwardError) -> [String] {
    let codes = Self.recoveryCodes(try await engine.accountCall("POST", WirePath.recoveryCodes, [:]).answer)
    guard !codes.isEmpty else { throw .malformedAnswer("it has no recovery codes", status: nil) }
    return codes
  }

  private static func recoveryCodes(_ answer: JSONValue) -> [String] {
    (answer[SecondFactorMembers.recoveryCodes]?.array ?? []).compactMap(\.string)
  }
}
