/// Which of the user's sessions a sign-out ends.
package enum WireSignOutScope: String, Sendable, CaseIterable {
  /// The name of the member.
  package static var member: String { "scope" }

  case this, others, all
}
