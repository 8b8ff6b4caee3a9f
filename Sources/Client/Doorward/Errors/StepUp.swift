/// The sign-in that a call needs and the session does not have, in the error
/// ``DoorwardError/Code/recentSignInRequired`` (RFC 9470).
///
/// Ask the user to sign in again with the same account, then repeat the call.
public enum StepUp: Sendable, Hashable {
  /// The sign-in is too old. It may have at most this age.
  case recentSignIn(maximumAge: Duration)
  /// The sign-in has no second factor. The new one needs one of these levels of assurance (`acr`). Every sign-in
  /// asks for the user's second factor.
  case secondFactor(assurances: [String])

  /// Reads the challenge of an answer: `Bearer error="insufficient_user_authentication", …, max_age="600"`.
  ///
  /// - Returns: nil for a challenge of another kind.
  init?(challenge: String) {
    // Each value stands between two quotation marks, after its name.
    let parts = challenge.split(separator: "\"", omittingEmptySubsequences: false)
    let value = { (name: String) in zip(parts, parts.dropFirst()).first { $0.0.hasSuffix(" \(name)=") }?.1 }
    if let assurances = value("acr_values") {
      self = .secondFactor(assurances: assurances.split(separator: " ").map(String.init))
    } else if let age = value("max_age").flatMap({ Int64($0) }) {
      self = .recentSignIn(maximumAge: .seconds(age))
    } else {
      return nil
    }
  }
}
