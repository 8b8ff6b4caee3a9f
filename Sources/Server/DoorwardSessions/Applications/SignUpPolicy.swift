/// The rules by which an application accepts new users.
package struct SignUpPolicy: Sendable, Equatable {
  package enum Mode: String, Sendable, CaseIterable {
    /// The application accepts new users.
    case open
    /// The application accepts new users whose address has an invitation.
    case invited
    /// The application accepts no new users. Existing users sign in.
    case closed
  }

  package var mode: Mode
  /// The domains of email addresses that may sign up, in ASCII and lower case; nil for each way to sign in and each
  /// domain.
  package var emailDomains: Set<String>?
  /// The applications to each of which a new user needs an invitation. It is empty unless the mode is `invited`.
  package var invitingApplications: Set<String>

  package init(
    mode: Mode = .open, emailDomains: Set<String>? = nil, invitingApplications: Set<String> = []
  ) {
    self.mode = mode
    self.emailDomains = emailDomains
    self.invitingApplications = invitingApplications
  }

  /// The policy of the hosted page while it signs a user in for another application: both must accept the user.
  package func narrowed(to client: SignUpPolicy) -> SignUpPolicy {
    let domains = emailDomains.map { own in client.emailDomains.map(own.intersection) ?? own }
    let modes = [mode, client.mode]
    let narrowed = modes.contains(.closed) ? .closed : modes.contains(.invited) ? Mode.invited : .open
    return SignUpPolicy(
      mode: narrowed, emailDomains: domains ?? client.emailDomains,
      invitingApplications: invitingApplications.union(client.invitingApplications))
  }
}
