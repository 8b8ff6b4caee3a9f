public import Foundation

/// The reason why a step of a sign-in failed.
public struct SignInProblem: Hashable, Sendable, Error {
  /// The action that helps.
  public enum Remedy: Hashable, Sendable {
    /// The user types something else, or chooses another method.
    case otherInput
    /// The server could not answer: the user repeats the step with ``SignInAct/retry``.
    case retry
    /// The user waits until the time.
    case wait(until: Date)
    /// The code or the sign-in cannot succeed any more: the user gets another code, or starts again.
    case anotherChallenge
  }

  /// The code of the error, as in `DoorwardError.Code`.
  public let code: String
  /// The action that helps.
  public let remedy: Remedy
  /// The number of the request in the logs of the server, if the server has a fault; nil otherwise.
  public let trace: String?
  /// The method whose proof has failed: of a passkey, a wallet or the browser. It is nil if another step has failed.
  public internal(set) var method: SignInMethod?
  /// With `password_too_guessable`: the codes of the reasons, as in `PasswordAdvice`.
  public let advice: [String]

  package init(code: String, remedy: Remedy = .otherInput, trace: String? = nil, advice: [String] = []) {
    self.code = code
    self.remedy = remedy
    self.trace = trace
    self.advice = advice
  }

  /// The code or the sign-in has expired.
  static let expired = SignInProblem(code: "challenge_expired", remedy: .anotherChallenge)
  /// The app can draw no method that the application offers.
  static let nothingOffered = SignInProblem(code: "nothing_offered", remedy: .retry)

  /// The time until which the server refuses the step.
  public var waitsUntil: Date? { if case .wait(let time) = remedy { time } else { nil } }
}
