package import Doorward
internal import Foundation

extension SignInProblem {
  private static let endings: [DoorwardError.Code] = [
    .challengeExpired, .codeExhausted, .challengeUsed, .invalidChallenge,
  ]

  /// The problem of a refused request.
  ///
  /// `request` is the request; nil for one of an account window. `now` is the time of the server.
  init(_ error: DoorwardError, of request: SignInRequest? = nil, now: Date) {
    let remedy: Remedy =
      if error.status == 429, let pause = error.retryAfter {
        .wait(until: now.addingTimeInterval(pause / .seconds(1)))
      } else if Self.endings.contains(error.code) || Self.isTooLate(error, request) {
        .anotherChallenge
      } else {
        error.isRetryable ? .retry : .otherInput
      }
    let isFault = (error.status ?? 0) >= 500
    self.init(
      code: error.code.rawValue, remedy: remedy, trace: isFault ? error.traceID : nil,
      advice: error.passwordAdvice.map(\.rawValue))
  }

  /// A request to keep the account repeats the proofs of the sign-in. If the server refuses one, it has become too old.
  private static func isTooLate(_ error: DoorwardError, _ request: SignInRequest?) -> Bool {
    request?.kind == .keepAccount && error.status == 401
  }
}

extension DoorwardError {
  /// The error of a closure of the app.
  package static func ofApp(_ error: any Error) -> DoorwardError {
    error is CancellationError
      ? DoorwardError(code: .cancelled, reason: "The call was cancelled.")
      : DoorwardError(
        code: .callbackFailed, reason: "A closure of the app failed.", underlyingError: error)
  }

  static let challengeIsOver = DoorwardError(
    code: .challengeExpired, reason: "The sign-in has ended.", recoverySuggestion: "Start again.")
  static let unknownFactors = DoorwardError(
    code: .secondFactorRequired, reason: "This app cannot ask for the second factor of your account.",
    recoverySuggestion: "Update the app, or sign in on another device.")
  static let nothingOffered = DoorwardError(
    code: Code(rawValue: SignInProblem.nothingOffered.code),
    reason: "This app supports none of the server's ways to sign in.",
    recoverySuggestion: "Update the app.")
}
