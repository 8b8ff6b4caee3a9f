internal import DoorwardWire
internal import Encodings
public import Foundation

/// The outcome of a call of ``PasswordClient`` or ``CodeClient``.
public enum SignInOutcome: Sendable {
  /// The user is signed in.
  case signedIn(AuthState)
  /// The server has sent a code to the user's address. The code finishes the sign-up, see
  /// ``CodeClient/verify(_:code:)``.
  case verificationRequired(CodeChallenge)
  /// The user has a second factor, which the sign-in needs too.
  case secondFactorRequired(SecondFactorChallenge)
}

/// A sign-in that waits for the second factor of the user.
public struct SecondFactorChallenge: Sendable, Hashable {
  /// The factors that the user has: `totp`, `recovery_code`, `passkey`, `code`.
  public let methods: [String]
  /// The end of the challenge, by the server's clock.
  public let expiresAt: Date
  let id: String

  init?(_ value: JSONValue?) {
    guard let id = value?[ChallengeMembers.challengeID]?.string,
      let expiresAt = value?[ChallengeMembers.expiresAt]?.time
    else { return nil }
    self.id = id
    self.expiresAt = expiresAt
    methods = (value?["methods"]?.array ?? []).compactMap(\.string)
  }
}

extension SecondFactorChallenge: CustomStringConvertible, CustomReflectable {
  public var description: String { "SecondFactorChallenge" }
  // The id proves the first factor.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SessionEngine {
  /// Signs in with a proof.
  ///
  /// - Parameters:
  ///   - path: The path of the server's route.
  ///   - proof: The body of the request.
  /// - Returns: ``SignInOutcome/signedIn(_:)`` or ``SignInOutcome/secondFactorRequired(_:)``.
  /// - Throws: ``DoorwardError``.
  func outcome(of path: String, _ proof: JSONObject) async throws(DoorwardError) -> SignInOutcome {
    do throws(DoorwardError) { return .signedIn(try await signIn(path, proof)) } catch {
      guard let challenge = error.secondFactor else { throw error }
      return .secondFactorRequired(challenge)
    }
  }
}
