/// Which of the user's sessions a sign-out ends.
package enum WireSignOutScope: String, Sendable, CaseIterable {
  /// The name of the member.
  package static let member = "scope"

  case this, others, all
}
