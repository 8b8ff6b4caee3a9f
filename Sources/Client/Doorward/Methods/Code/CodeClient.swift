internal import DoorwardWire
internal import Encodings

/// One-time codes by email and SMS: sign-in, and the addresses of the signed-in user.
///
/// ```swift
/// let challenge = try await doorward.code.send(email: "ada@example.com")
/// let outcome = try await doorward.code.verify(challenge, code: typed)
/// ```
public struct CodeClient: Sendable {
  private let engine: SessionEngine

  init(engine: SessionEngine) { self.engine = engine }

  /// The purpose of a code.
  public enum Purpose: String, Sendable {
    /// Signs in, and signs up a new user if the application allows that.
    case signIn = "sign_in"
    /// Adds the address to the signed-in user.
    case verify
    /// Replaces the address of the signed-in user.
    case change
  }

  /// Sends a code by email. The answer does not show whether the address has a user.
  ///
  /// - Returns: The challenge that the code answers.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/recentSignInRequired`` for the address of a user who did not
  ///   sign in within the last minutes, ``DoorwardError/Code/addressExists``.
  public func send(
    email: String, for purpose: Purpose = .signIn
  ) async throws(DoorwardError) -> CodeChallenge {
    try await engine.send(request(WireUser.Members.email, address: email, purpose: purpose))
  }

  /// Sends a code by SMS. The answer does not show whether the number has a user.
  ///
  /// - Parameters:
  ///   - phoneNumber: The number with its country: `+1 555 123 4567`.
  ///   - purpose: The purpose of the code.
  /// - Returns: The challenge that the code answers.
  /// - Throws: ``DoorwardError``, as ``send(email:for:)``.
  public func send(
    phoneNumber: String, for purpose: Purpose = .signIn
  ) async throws(DoorwardError) -> CodeChallenge {
    try await engine.send(request(WireUser.Members.phoneNumber, address: phoneNumber, purpose: purpose))
  }

  private func request(_ member: String, address: String, purpose: Purpose) -> CodeRequest {
    let isSignIn = purpose == .signIn
    return CodeRequest(
      path: WirePath.codeSend,
      body: [member: .string(address), ChallengeMembers.purpose: .string(purpose.rawValue)],
      answerPath: isSignIn ? WirePath.codeSignIn : WirePath.codeVerify, isForUser: !isSignIn)
  }

  /// Sends another code for the purpose of a challenge.
  ///
  /// - Parameter challenge: A challenge of this client, of a sign-up or of a reset.
  /// - Returns: A new challenge. The code of the old one still answers the old one.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/rateLimited`` before ``CodeChallenge/resendAt``.
  public func resend(_ challenge: CodeChallenge) async throws(DoorwardError) -> CodeChallenge {
    try await engine.send(challenge.request)
  }

  /// Finishes a sign-in or a sign-up, or sets an address, with the code that the user has typed.
  ///
  /// - Parameters:
  ///   - challenge: The challenge. For the challenge of a reset, use
  ///     ``PasswordClient/confirmReset(_:code:newPassword:)``.
  ///   - code: The code. Spaces and hyphens are ignored.
  /// - Returns: ``SignInOutcome/signedIn(_:)`` or ``SignInOutcome/secondFactorRequired(_:)``.
  /// - Throws: ``DoorwardError``: ``DoorwardError/Code/invalidCode``, ``DoorwardError/Code/codeExhausted``,
  ///   ``DoorwardError/Code/challengeExpired``, ``DoorwardError/Code/tooManyGuesses``; and
  ///   ``DoorwardError/Code/identityInUse`` for an address of another user.
  @discardableResult public func verify(
    _ challenge: CodeChallenge, code: String
  ) async throws(DoorwardError) -> SignInOutcome {
    try await engine.answer(challenge, code)
  }

  /// The same, and whether the sign-in has made the user.
  package func admission(
    by challenge: CodeChallenge, code: String
  ) async throws(DoorwardError) -> (outcome: SignInOutcome, isNewUser: Bool) {
    try await engine.admission(by: challenge, code)
  }
}
