package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

extension SignUpPolicy {
  /// Refuses a new user.
  ///
  /// - Parameter identity: the identity by which the user signs up.
  /// - Throws: `Problem` 403 `sign_up_closed` or `email_domain_not_allowed`.
  package func requireSignUp(by identity: IdentityKey) throws(Problem) {
    guard mode == .open else {
      throw Problem(
        status: 403, code: WireCode.signUpClosed,
        detail: "This application accepts no new users. Sign in with an account that you already have.")
    }
    guard let emailDomains else { return }
    let domain =
      identity.kind == .email ? identity.identifier.split(separator: "@").last.map(String.init) : nil
    guard let domain, emailDomains.contains(domain) else {
      throw Problem(
        status: 403, code: WireCode.emailDomainNotAllowed,
        detail: "This application accepts new users only with an email address of certain domains.")
    }
  }

  /// Whether a user with this identity may sign up.
  package func acceptsSignUp(by identity: IdentityKey) -> Bool {
    (try? requireSignUp(by: identity)) != nil
  }
}
