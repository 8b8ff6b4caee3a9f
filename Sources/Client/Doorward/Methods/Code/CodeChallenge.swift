internal import DoorwardWire
internal import Encodings
public import Foundation

/// A one-time code that the server has sent, or would have sent if the address had a user.
///
/// Only this value can answer it, because it has the secret of the client. Keep it in memory while the user types the
/// code.
public struct CodeChallenge: Sendable {
  /// The end of the code's lifetime, by the server's clock.
  public let expiresAt: Date
  /// The earliest time at which ``CodeClient/resend(_:)`` succeeds, by the server's clock.
  public let resendAt: Date
  let id: String
  let secret: String
  let request: CodeRequest
}

extension CodeChallenge: CustomStringConvertible, CustomReflectable {
  public var description: String { "CodeChallenge" }
  // A dump must show neither the secret nor the password of a sign-up.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A request for a code. The client repeats it to send another code.
struct CodeRequest: Sendable {
  let path: String
  let body: JSONObject
  let answerPath: String
  /// Whether the code is for an address of the signed-in user.
  var isForUser = false
}

extension SessionEngine {
  /// Asks the server to send a code.
  ///
  /// - Throws: ``DoorwardError``.
  func send(_ request: CodeRequest) async throws(DoorwardError) -> CodeChallenge {
    let (secret, binding) = BindingSecrets.make()
    var body = request.body
    body[ChallengeMembers.binding] = .string(binding)
    guard let sent = WireSentCode(try await challenge(request.path, body, isForUser: request.isForUser))
    else { throw .malformedAnswer("it is not a challenge", status: nil) }
    return CodeChallenge(
      expiresAt: sent.expiresAt, resendAt: sent.resendAt, id: sent.challengeID, secret: secret,
      request: request)
  }

  /// Answers a challenge.
  ///
  /// `code` is the code as typed.
  ///
  /// - Returns: ``SignInOutcome/signedIn(_:)`` or ``SignInOutcome/secondFactorRequired(_:)``.
  /// - Throws: ``DoorwardError``: `no_message` if a reset has no new password, or another challenge has one.
  func answer(
    _ challenge: CodeChallenge, _ code: String, newPassword: String? = nil
  ) async throws(DoorwardError) -> SignInOutcome {
    try await admission(by: challenge, code, newPassword: newPassword).outcome
  }

  /// The same, and whether the sign-in has made the user.
  func admission(
    by challenge: CodeChallenge, _ code: String, newPassword: String? = nil
  ) async throws(DoorwardError) -> (outcome: SignInOutcome, isNewUser: Bool) {
    let request = challenge.request
    guard (request.answerPath == WirePath.passwordResetConfirm) == (newPassword != nil) else {
      throw DoorwardError(
        code: .noMessage, reason: "This code has another purpose.",
        recoverySuggestion: "Ask for another code.")
    }
    var proof: JSONObject = [
      ProofMembers.challengeID: .string(challenge.id), ProofMembers.code: .string(code),
      ProofMembers.bindingSecret: .string(challenge.secret),
    ]
    proof[ProofMembers.newPassword] = newPassword.map(JSONValue.string)
    if request.isForUser { return (.signedIn(try await link(request.answerPath, proof)), false) }
    return try await admission(by: request.answerPath, proof)
  }
}
