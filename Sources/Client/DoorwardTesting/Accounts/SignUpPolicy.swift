import DoorwardHTTP
import DoorwardServerRules
import DoorwardWire
import Foundation

/// The users that the application accepts.
extension DoorwardTestServer {
  /// Refuses a new user whom no invitation can admit.
  func requirePossibleSignUp(by key: Identity.Key) throws(Problem) {
    guard application.offer.signUp != "closed" else { throw .signUpClosed }
    if let domains = application.offer.emailDomains {
      let domain = key.channel == "email" ? key.identifier.split(separator: "@").last : nil
      guard let domain, domains.contains(String(domain)) else { throw .emailDomainNotAllowed }
    }
    guard application.offer.signUp == "open" || key.isAddress else { throw .invitationRequired }
  }

  /// Refuses a new user who has proven an identity.
  func requireSignUp(by key: Identity.Key) throws(Problem) {
    try requirePossibleSignUp(by: key)
    guard application.offer.signUp == "open" || invitations.contains(key) else { throw .invitationRequired }
  }

  /// Whether a code may go to an address: its user exists, or may sign up.
  func acceptsSignUp(by key: Identity.Key) -> Bool { (try? requireSignUp(by: key)) != nil }

  /// Refuses a banned user.
  func requireNotBanned(_ user: String) throws(Problem) {
    guard let ban = accounts.user(user)?.ban, ban.endsAt.map({ time.now < $0 }) ?? true else { return }
    throw .userBanned(until: ban.endsAt)
  }
}
