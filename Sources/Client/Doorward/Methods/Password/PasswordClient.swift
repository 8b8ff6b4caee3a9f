internal import DoorwardWire
internal import Encodings

/// Passwords: strength, sign-up, sign-in, change and reset.
///
/// If the authenticator can make a passkey without asking, a user who has typed a password gets one after the sign-in, the
/// sign-up or the reset, see ``PasskeyAuthenticator/upgradesPasswords``.
///
/// ```swift
/// switch try await doorward.password.login(identifier: "ada@example.com", password: typed) {
/// case .signedIn(let state): show(state)
/// case .secondFactorRequired(let challenge): ask(for: challenge)
/// case .verificationRequired: break
/// }
/// ```
public struct PasswordClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// Estimates the strength of a new password, and says whether the server would refuse it. Ask when the user pauses: the
  /// server counts the requests of a network.
  ///
  /// - Parameters:
  ///   - password: The password as typed. The server neither stores nor logs it.
  ///   - identifiers: Texts about the user that an attacker may know: addresses, the user name, names.
  /// - Returns: The strength.
  /// - Throws: ``DoorwardError``: the refusals of an empty and of a too long text.
  public func strength(
    of password: String, identifiers: [String] = []
  ) async throws(DoorwardError) -> PasswordStrength {
    let answer = try await engine.api.call(
      "POST", WirePath.passwordStrength,
      body: [
        ProofMembers.password: .string(password),
        PasswordStrengthMembers.identifiers: .strings(identifiers),
      ])
    guard let strength = PasswordStrength(answer) else {
      throw .malformedAnswer("it is not a strength", status: nil)
    }
    return strength
  }

  /// Makes a new user. Give an email address or a phone number, a user name, or an address and a user name.
  ///
  /// The answer for an address is the same if it already has a user. The owner of the address gets a notice then.
  ///
  /// - Parameters:
  ///   - email: The email address.
  ///   - phoneNumber: The phone number with its country: `+1 555 123 4567`.
  ///   - username: The name to sign in with.
  ///   - password: The password; ``Doorward/Doorward/offer()`` has the rules.
  ///   - name: The name to show.
  /// - Returns: ``SignInOutcome/verificationRequired(_:)`` for an address, ``SignInOutcome/signedIn(_:)`` for a user name
  ///   alone.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/usernameTaken``, and the refusals of identifiers and passwords.
  public func signUp(
    email: String? = nil, phoneNumber: String? = nil, username: String? = nil, password: String,
    name: String? = nil
  ) async throws(DoorwardError) -> SignInOutcome {
    var members: JSONObject = [ProofMembers.password: .string(password)]
    members[WireUser.Members.email] = email.map(JSONValue.string)
    members[WireUser.Members.phoneNumber] = phoneNumber.map(JSONValue.string)
    members[WireUser.Members.username] = username.map(JSONValue.string)
    members[WireUser.Members.name] = name.map(JSONValue.string)
    guard email != nil || phoneNumber != nil else {
      return try await engine.outcome(of: WirePath.passwordSignUp, members)
    }
    return .verificationRequired(
      try await engine.send(
        CodeRequest(
          path: WirePath.passwordSignUp, body: members, answerPath: WirePath.codeVerify)))
  }

  /// Signs in.
  ///
  /// - Parameters:
  ///   - identifier: The email address, phone number or user name.
  ///   - password: The password.
  /// - Returns: ``SignInOutcome/signedIn(_:)`` or ``SignInOutcome/secondFactorRequired(_:)``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/invalidCredentials``, ``DoorwardError/Code/tooManyGuesses``.
  @discardableResult public func login(
    identifier: String, password: String
  ) async throws(DoorwardError) -> SignInOutcome {
    try await engine.outcome(
      of: WirePath.passwordSignIn,
      [ProofMembers.identifier: .string(identifier), ProofMembers.password: .string(password)])
  }

  /// Gives the signed-in user a new password. The user's other sessions end.
  ///
  /// - Parameters:
  ///   - current: The present password; nil if the user has none.
  ///   - new: The new password.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/invalidCredentials``;
  ///   ``DoorwardError/Code/recentSignInRequired`` if the user did not sign in within the last minutes.
  public func change(from current: String?, to new: String) async throws(DoorwardError) {
    var members: JSONObject = [ProofMembers.newPassword: .string(new)]
    members[ProofMembers.currentPassword] = current.map(JSONValue.string)
    _ = try await engine.keys.sending(WirePath.passwordChange, members) { key throws(DoorwardError) in
      try await engine.accountCall("POST", WirePath.passwordChange, body: .json(members), key: key).answer
    }
    // The password has changed, also if the profile cannot be read now.
    _ = try? await UserClient(engine: engine).refresh()
  }

  /// Sends a code to the user's address, for a new password. The answer is the same for an unknown user.
  ///
  /// - Parameter identifier: The email address, phone number or user name.
  /// - Returns: The challenge for ``confirmReset(_:code:newPassword:)``.
  /// - Throws: ``DoorwardError``.
  public func reset(identifier: String) async throws(DoorwardError) -> CodeChallenge {
    try await engine.send(
      CodeRequest(
        path: WirePath.passwordReset, body: [ProofMembers.identifier: .string(identifier)],
        answerPath: WirePath.passwordResetConfirm))
  }

  /// Sets a new password with the code that the user has typed, and signs in. Every other session of the user ends.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of ``reset(identifier:)``.
  ///   - code: The code. Spaces and hyphens are ignored.
  ///   - newPassword: The new password.
  /// - Returns: ``SignInOutcome/signedIn(_:)`` or ``SignInOutcome/secondFactorRequired(_:)``.
  /// - Throws: ``DoorwardError``: as ``CodeClient/verify(_:code:)``, and the refusals of passwords. A refused password
  ///   does not use up the code.
  @discardableResult public func confirmReset(
    _ challenge: CodeChallenge, code: String, newPassword: String
  ) async throws(DoorwardError) -> SignInOutcome {
    try await engine.answer(challenge, code, newPassword: newPassword)
  }
}
