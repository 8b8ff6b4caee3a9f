internal import DoorwardWire
internal import Encodings

/// The outcome of a call of ``PasswordClient``, ``CodeClient``, ``PasskeyClient`` or ``SecondFactorClient``.
public indirect enum SignInOutcome: Sendable {
  /// The user is signed in.
  case signedIn(AuthState)
  /// The server has sent a code to the user's address. The code finishes the sign-up, see
  /// ``CodeClient/verify(_:code:)``.
  case verificationRequired(CodeChallenge)
  /// The sign-in needs a second factor; ``SecondFactorChallenge`` says how the user finishes it.
  case secondFactorRequired(SecondFactorChallenge)
}

extension SessionEngine {
  /// Signs in with a proof.
  ///
  /// - Parameters:
  ///   - path: The path of the server's route.
  ///   - proof: The body of the request.
  ///   - attachment: The session that the request carries, except within ``Doorward/Doorward/reauthenticate(_:)``.
  /// - Returns: ``SignInOutcome/signedIn(_:)`` or ``SignInOutcome/secondFactorRequired(_:)``.
  /// - Throws: ``DoorwardError``.
  func outcome(
    of path: String, _ proof: JSONObject, attaching attachment: Attachment = .visitor
  ) async throws(DoorwardError) -> SignInOutcome {
    try await admission(by: path, proof, attaching: attachment).outcome
  }

  /// The same, and whether the sign-in has made the user.
  func admission(
    by path: String, _ proof: JSONObject, attaching attachment: Attachment = .visitor
  ) async throws(DoorwardError) -> (outcome: SignInOutcome, isNewUser: Bool) {
    do throws(DoorwardError) {
      let finished = try await submit(path, proof, attaching: attachment)
      if WirePath.takesPassword(path) { upgrade(finished.state) }
      return (.signedIn(finished.state), finished.isNewUser)
    } catch {
      guard let challenge = error.secondFactor else { throw error }
      return (.secondFactorRequired(challenge), false)
    }
  }
}
