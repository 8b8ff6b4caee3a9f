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

  /// Finishes a sign-in with a code of an authenticator, or with a recovery code.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of ``SignInOutcome/secondFactorRequired(_:)`` or ``DoorwardError/secondFactor``.
  ///   - code: The code. Spaces and hyphens are ignored.
  ///   - method: ``SecondFactorMethod/totp`` or ``SecondFactorMethod/recoveryCode``, if it is one of
  ///     ``SecondFactorChallenge/methods``.
  /// - Returns: ``SignInOutcome/signedIn(_:)``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/invalidCode`` for a code that is wrong or was used,
  ///   ``DoorwardError/Code/tooManyGuesses``; ``DoorwardError/Code/codeExhausted`` and
  ///   ``DoorwardError/Code/challengeExpired`` if the user has to sign in from the beginning.
  @discardableResult public func verify(
    _ challenge: SecondFactorChallenge, code: String, by method: SecondFactorMethod = .totp
  ) async throws(DoorwardError) -> SignInOutcome {
    try await prove(Self.proof(challenge.members(), code, by: method), of: challenge)
  }

  /// Finishes a sign-in with one of the user's passkeys.
  ///
  /// - Parameter challenge: A challenge with ``SecondFactorMethod/passkey`` among its methods.
  /// - Returns: ``SignInOutcome/signedIn(_:)``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/cancelled``, ``DoorwardError/Code/noPasskey``,
  ///   ``DoorwardError/Code/passkeyNotAllowed``, ``DoorwardError/Code/passkeysUnsupported``;
  ///   ``DoorwardError/Code/codeExhausted`` and ``DoorwardError/Code/challengeExpired`` if the user has to sign in from the
  ///   beginning.
  @discardableResult public func verifyWithPasskey(
    _ challenge: SecondFactorChallenge
  ) async throws(DoorwardError) -> SignInOutcome {
    let authenticator = try engine.requirePasskeys()
    guard let options = challenge.passkeyOptions else {
      throw DoorwardError(
        code: .noPasskey, reason: "This account has no passkey that could be the second factor.",
        recoverySuggestion: "Use another of the second factors.")
    }
    let response = try await authenticator.response(
      PasskeyRequest(options: DoorwardJSON(options), origin: engine.api.origin, mediation: .sheet))
    var proof = challenge.members()
    proof[ProofMembers.method] = .string(SecondFactorMethod.passkey.rawValue)
    proof[PasskeyMembers.response] = .object(PasskeyResponse.members(response))
    return try await prove(proof, of: challenge)
  }

  /// Finishes a sign-in. A user who began it with a password may get a passkey.
  private func prove(
    _ proof: JSONObject, of challenge: SecondFactorChallenge
  ) async throws(DoorwardError) -> SignInOutcome {
    let outcome = try await engine.outcome(of: WirePath.secondFactorVerify, proof)
    if challenge.isAfterPassword, case .signedIn(let state) = outcome { engine.upgrade(state) }
    return outcome
  }

  /// Sends a code by email or SMS to an address of the user.
  ///
  /// - Parameters:
  ///   - challenge: A challenge with ``SecondFactorMethod/code`` among its methods.
  ///   - channel: The channel; nil for the first that the application offers and the user has. The channel that has proven
  ///     the first factor is not accepted.
  /// - Returns: The code that was sent. To send another, call this again with the same challenge.
  /// - Throws: ``DoorwardError``: `channel_not_offered`; ``DoorwardError/Code/rateLimited`` before ``SecondFactorCode/resendAt``;
  ///   ``DoorwardError/Code/challengeExpired``.
  public func sendCode(
    _ challenge: SecondFactorChallenge, by channel: CodeChannel? = nil
  ) async throws(DoorwardError) -> SecondFactorCode {
    var request = challenge.members()
    request[ChallengeMembers.purpose] = .string(WireSecondFactorCode.purpose)
    request[SecondFactorMembers.channel] = (channel?.rawValue).map(JSONValue.string)
    guard let wire = WireSecondFactorCode(try await engine.api.call("POST", WirePath.codeSend, body: request))
    else { throw .malformedAnswer("it is not a challenge", status: nil) }
    return SecondFactorCode(wire: wire, challenge: challenge)
  }

  /// Finishes a sign-in with a code that was sent.
  ///
  /// - Parameters:
  ///   - sent: The code of ``sendCode(_:by:)``.
  ///   - code: The code as typed. Spaces and hyphens are ignored.
  /// - Returns: ``SignInOutcome/signedIn(_:)``.
  /// - Throws: ``DoorwardError``: as ``verify(_:code:by:)``. All codes of one sign-in have five guesses together.
  @discardableResult public func verify(
    _ sent: SecondFactorCode, code: String
  ) async throws(DoorwardError) -> SignInOutcome {
    try await prove(
      Self.proof(sent.challenge.members(sent.wire.sent.challengeID), code, by: .code), of: sent.challenge)
  }

  /// Begins to add an authenticator during a sign-in, because the application requires a second factor and the user has
  /// none.
  ///
  /// - Parameter challenge: A challenge with ``SecondFactorMethod/totp`` among its
  ///   ``SecondFactorChallenge/enrollmentMethods``.
  /// - Returns: The secret for the authenticator. The server stores nothing before ``finish(_:code:)``.
  /// - Throws: ``DoorwardError``.
  public func enroll(_ challenge: SecondFactorChallenge) async throws(DoorwardError) -> SignInEnrollment {
    let answer = try await engine.api.call("POST", WirePath.secondFactorEnroll, body: challenge.members())
    return SignInEnrollment(
      authenticator: AuthenticatorEnrollment(wire: try Self.enrollment(answer)), challenge: challenge)
  }

  /// Adds the authenticator and finishes the sign-in, with the first code that the authenticator shows. A new user is made
  /// with it.
  ///
  /// - Parameters:
  ///   - enrollment: The enrollment of ``enroll(_:)``.
  ///   - code: The code. Spaces and hyphens are ignored.
  /// - Returns: The state and the recovery codes, which the user must keep. If the answer is lost, the repeated call returns
  ///   the same codes.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/invalidCode``, ``DoorwardError/Code/challengeExpired``.
  @discardableResult public func finish(
    _ enrollment: SignInEnrollment, code: String
  ) async throws(DoorwardError) -> FinishedSignIn {
    let id = enrollment.authenticator.wire.challengeID
    let done = try await engine.submit(
      WirePath.secondFactorVerify, Self.proof(enrollment.challenge.members(id), code, by: .totp))
    if enrollment.challenge.isAfterPassword { engine.upgrade(done.state) }
    return done
  }

  /// Adds a passkey and finishes the sign-in with it, because the application requires a second factor and the user has
  /// none. A new user is made with it.
  ///
  /// - Parameter challenge: A challenge with ``SecondFactorMethod/passkey`` among its
  ///   ``SecondFactorChallenge/enrollmentMethods``.
  /// - Returns: The state and the recovery codes, which the user must keep. If the answer is lost, the repeated call returns
  ///   the same codes.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/cancelled``, ``DoorwardError/Code/passkeyNotAllowed``,
  ///   ``DoorwardError/Code/passkeyRegistered``, ``DoorwardError/Code/passkeysUnsupported``,
  ///   ``DoorwardError/Code/challengeExpired``.
  @discardableResult public func enrollPasskey(
    _ challenge: SecondFactorChallenge
  ) async throws(DoorwardError) -> FinishedSignIn {
    let authenticator = try engine.requirePasskeys()
    let method = JSONValue.string(SecondFactorMethod.passkey.rawValue)
    var request = challenge.members()
    request[ProofMembers.method] = method
    let body = request
    // The user handle of the passkey is the id of the user, which an anonymous user has already.
    let isAnonymous = await engine.state.user?.info.isAnonymous == true
    let purpose = UnansweredRegistrations.Purpose.secondFactor(challenge: challenge.id)
    let (done, _) = try await engine.register(for: purpose) { () throws(DoorwardError) in
      let answer = try await engine.challenge(WirePath.secondFactorEnroll, body, isForUser: isAnonymous)
      let ceremony = try PasskeyCeremony(answer, secret: challenge.secret)
      let registration = try await authenticator.registration(
        PasskeyCreation(options: ceremony.options, origin: engine.api.origin, occasion: .addition))
      var proof = challenge.members(ceremony.challengeID)
      proof[ProofMembers.method] = method
      proof[PasskeyMembers.response] = .object(PasskeyResponse.members(registration.response))
      return SentRegistration(registration, of: ceremony, proof: proof)
    } sending: { registration throws(DoorwardError) in
      try await engine.submit(
        WirePath.secondFactorVerify, registration.proof, attaching: isAnonymous ? .visitor : .nothing)
    }
    return done
  }

  private static func proof(
    _ members: JSONObject, _ code: String, by method: SecondFactorMethod
  ) -> JSONObject {
    var proof = members
    proof[ProofMembers.method] = .string(method.rawValue)
    proof[ProofMembers.code] = .string(code)
    return proof
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
    AuthenticatorEnrollment(
      wire: try Self.enrollment(await engine.accountCall("POST", WirePath.totp, body: [:]).answer))
  }

  private static func enrollment(_ answer: JSONValue) throws(DoorwardError) -> WireEnrollment {
    guard let enrollment = WireEnrollment(answer) else {
      throw .malformedAnswer("it is not an enrollment", status: nil)
    }
    return enrollment
  }

  /// Adds an authenticator, with the first code that it shows.
  ///
  /// If the answer is lost, call it again with the same enrollment, and with any code of the authenticator. The answer is
  /// the same.
  ///
  /// - Parameters:
  ///   - enrollment: The enrollment of ``addAuthenticator()``, in the same session.
  ///   - code: The code. Spaces and hyphens are ignored.
  /// - Returns: The factor, with recovery codes if the user has none. The user must keep them.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/invalidCode``, ``DoorwardError/Code/challengeExpired``, and as
  ///   ``addAuthenticator()``.
  public func confirm(
    _ enrollment: AuthenticatorEnrollment, code: String
  ) async throws(DoorwardError) -> AddedSecondFactor {
    let path = WirePath.totpConfirm
    let challenge: JSONObject = [ProofMembers.challengeID: .string(enrollment.wire.challengeID)]
    var proof = challenge
    proof[ProofMembers.code] = .string(code)
    // The user may repeat the call with the next code, so the code is not part of the key.
    let (answer, _) = try await engine.accountCall(
      "POST", path, body: .json(proof), key: RequestKeys.key(of: path, challenge))
    return try Self.added(answer)
  }

  /// Makes codes to the user's email address or phone number a second factor: each later sign-in asks for one.
  ///
  /// The session has proven no second factor by this. So the next change of a second factor needs a new sign-in, with a
  /// code. If the codes are a second factor already, the call returns it.
  ///
  /// - Parameter channel: One of ``SignInOffer/secondFactorCodes``. The user needs an address of the channel, and a way to
  ///   sign in without a code to it.
  /// - Returns: The factor, with recovery codes if the user has none. The user must keep them.
  /// - Throws: ``DoorwardError``: `channel_not_offered`, ``DoorwardError/Code/unsuitableAddress``,
  ///   ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within the last minutes, or without the
  ///   second factor that the user has.
  @discardableResult public func addCode(
    by channel: CodeChannel
  ) async throws(DoorwardError) -> AddedSecondFactor {
    let body: JSONObject = [SecondFactorMembers.channel: .string(channel.rawValue)]
    let answer = try await engine.keys.sending(WirePath.codeFactor, body) { key throws(DoorwardError) in
      try await engine.accountCall("POST", WirePath.codeFactor, body: .json(body), key: key).answer
    }
    return try Self.added(answer)
  }

  private static func added(_ answer: JSONValue) throws(DoorwardError) -> AddedSecondFactor {
    guard let factor = WireSecondFactor(answer) else {
      throw .malformedAnswer("it is not a second factor", status: nil)
    }
    return AddedSecondFactor(
      factor: DoorwardSecondFactor(wire: factor), recoveryCodes: recoveryCodes(answer))
  }

  /// Removes a factor. The user's other sessions that rest on it end. The recovery codes are removed with the last
  /// factor.
  ///
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/notFound``, ``DoorwardError/Code/recentSignInRequired``.
  public func remove(_ id: DoorwardSecondFactor.ID) async throws(DoorwardError) {
    _ = try await engine.accountCall("DELETE", WirePath.secondFactor(try engine.pathComponent(id)))
  }

  /// Replaces the recovery codes of the user.
  ///
  /// - Returns: The codes. The server shows them only this once.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/noSecondFactor``, ``DoorwardError/Code/recentSignInRequired``.
  public func newRecoveryCodes() async throws(DoorwardError) -> [String] {
    let codes = Self.recoveryCodes(
      try await engine.accountCall("POST", WirePath.recoveryCodes, body: [:]).answer)
    guard !codes.isEmpty else { throw .malformedAnswer("it has no recovery codes", status: nil) }
    return codes
  }

  private static func recoveryCodes(_ answer: JSONValue) -> [String] {
    (answer[SecondFactorMembers.recoveryCodes]?.array ?? []).compactMap(\.string)
  }
}
