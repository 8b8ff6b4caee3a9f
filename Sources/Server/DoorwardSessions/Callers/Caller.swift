package import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The user and the session that a request was authenticated for, as the store had them at that moment.
package struct Caller: Sendable {
  package let user: User
  package let session: Session
  package let application: Application
  /// The client that has sent the request.
  package let client: ClientDescription

  package init(
    user: User, session: Session, application: Application, client: ClientDescription = ClientDescription()
  ) {
    self.user = user
    self.session = session
    self.application = application
    self.client = client
  }

  package var allowance: SessionAllowance { SessionAllowance(session, of: application) }
}

extension SessionWriting {
  /// Reads the caller's session and locks it.
  ///
  /// - Throws: `Problem` 401 `invalid_token` if the session has ended since the caller's token was checked.
  package func liveSession(of caller: Caller, at now: Date) throws -> Session {
    guard let session = try lockedSession(caller.session.id), session.isLive(at: now) else {
      throw Problem.invalidToken
    }
    return session
  }
}

/// The kinds of callers of this server's routes.
extension RouteCaller {
  /// No authentication. A token that a sign-in carries is checked, and decides whose session it renews.
  package static let anyone = RouteCaller(rawValue: "anyone")
  /// A browser that another site or the user sends to a page.
  package static let browser = RouteCaller(rawValue: "browser")
  /// The script of the hosted page, whose user may be signed out.
  package static let page = RouteCaller(rawValue: "page")
  /// The script of the hosted page, with the cookie of a session.
  package static let pageSession = RouteCaller(rawValue: "page with a session")
  package static let accountToken = RouteCaller(rawValue: "account token")
  package static let accessToken = RouteCaller(rawValue: "access token")
  package static let accessOrAccountToken = RouteCaller(rawValue: "access or account token")
  /// A client of OAuth: a confidential one with its secret, a public one by its name.
  package static let client = RouteCaller(rawValue: "client")
  package static let apiKey = RouteCaller(rawValue: "API key")
  /// A program with a key of administration. On the listener for the operator, also the session of an administrator.
  package static let administrator = RouteCaller(rawValue: "administrator")
  /// The session of an administrator, on the listener for the operator.
  package static let administratorSession = RouteCaller(rawValue: "administrator with a session")
}

extension SecurityLog.Details {
  /// - Parameters:
  ///   - caller: the user who acts, with their session and application.
  ///   - identity: the id of the identity that the event concerns, as the request names it.
  ///   - session: the id of the session that the event concerns if it is not the caller's, as the request names it.
  ///   - choice: the caller's choice.
  package init(_ caller: Caller, identity: String? = nil, session: String? = nil, choice: String? = nil) {
    self.init(caller.session)
    actor = .user(caller.user.id)
    self.identity = identity.flatMap { Identity.ID($0) }
    if let session { self.session = Session.ID(session) }
    self.choice = choice
  }

  /// Adds the caller of the request.
  package mutating func add(_ caller: Caller) {
    add(caller.user, caller.session)
    actor = .user(caller.user.id)
    application = caller.application.id
  }
}
