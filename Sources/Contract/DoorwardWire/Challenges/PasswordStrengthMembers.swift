/// The members of the estimate of a password's strength.
///
/// Schemas: `PasswordStrength`, `PasswordStrengthRequest`.
package enum PasswordStrengthMembers {
  /// Texts about the user that an attacker may know.
  package static var identifiers: String { "identifiers" }
  package static var score: String { "score" }
  /// The codes of the reasons why the password is easy to guess.
  package static var advice: String { "advice" }
  /// The code of the error with which the server would refuse the password.
  package static var refusal: String { "refusal" }
}
