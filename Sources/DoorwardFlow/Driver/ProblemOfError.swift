internal import Doorward
internal import Foundation

extension SignInProblem {
  private static let endings: [DoorwardError.Code] = [
    .challengeExpired, .codeExhausted, .init(rawValue: "challenge_used"),
    .init(rawValue: "invalid_challenge"),
  ]

  /// The problem of a refused request.
  init(_ error: DoorwardError, of request: SignInRequest, now: Date) {
    let remedy: Remedy =
      if error.status == 429, let pause = error.retryAfter {
        .wait(until: now.addingTimeInterval(pause / .seconds(1)))
      } else if Self.endings.contains(error.code) || Self.isTooLate(error, request) {
        .anotherChallenge
      } else {
        error.isRetryable ? .retry : .otherInput
      }
    self.init(code: error.code.rawValue, remedy: remedy)
  }

  /// A request to keep the account repeats the proofs of the sign-in. If the server refuses one, it has become too old.
  private static func isTooLate(_ error: DoorwardError, _ request: SignInRequest) -> Bool {
    request.kind == .keepAccount && error.status == 401
  }
}

extension DoorwardError {
  static let unknownFactors = DoorwardError(
    code: .secondFactorRequired, reason: "This app cannot ask for the second factor of your account.",
    recoverySuggestion: "Update the app, or sign in on another device.")
  static let nothingOffered = DoorwardError(
    code: Code(rawValue: SignInProblem.nothingOffered.code),
    reason: "This app supports none of the server's ways to sign in.",
    recoverySuggestion: "Update the app.")
}
