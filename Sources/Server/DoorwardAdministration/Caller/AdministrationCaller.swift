import DoorwardHTTP
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The one who calls the administration, as the store had the role at that moment.
package struct AdministrationCaller: Sendable {
  package enum Actor: Sendable {
    /// A user in a browser, with the session in the administration. `page` is the session on the account origin.
    case administrator(User.ID, Session, page: Session.ID)
    case key(AdministrationKey)
  }

  package let actor: Actor
  package let role: AdministratorRole
  /// The client of the request.
  package let client: ClientDescription

  /// The text for ``Administrator/addedBy``.
  package var name: String {
    switch actor {
    case .administrator(let user, _, _): "administrator \(user)"
    case .key(let key): "key \(key.id)"
    }
  }

  /// The caller as the party that acts.
  package var origin: EventOrigin {
    switch actor {
    case .administrator(let user, _, _): EventOrigin(.administrator(user), client)
    case .key(let key): EventOrigin(.administrationKey(key.id), client)
    }
  }

  /// The administrator whose rights the caller has; nil for a key of the command line.
  package var administrator: User.ID? {
    switch actor {
    case .administrator(let user, _, _): user
    case .key(let key): key.creator
    }
  }

  /// The caller as the maker of a sign-in link.
  var linkMaker: SignInLink.Maker {
    let key: [UInt8]? = if case .key(let key) = actor { key.hash } else { nil }
    return SignInLink.Maker(administrator: administrator, key: key)
  }

  /// The end of the caller's key. A key that it makes ends no later, so that a stolen key cannot live on.
  package var expiry: Date? {
    if case .key(let key) = actor { key.expiresAt } else { nil }
  }

  /// The administrator of a session; nil if the session has ended, or if its user is no administrator any more.
  ///
  /// - Parameters:
  ///   - session: the session in the administration.
  ///   - page: the session on the account origin.
  ///   - client: the client of the request.
  ///   - snapshot: the store.
  ///   - now: the present time.
  /// - Returns: the caller.
  /// - Throws: ``StoreError``.
  package static func administrator(
    of session: Session.ID, page: Session.ID, client: ClientDescription, in snapshot: any StoreReading,
    at now: Date
  ) throws -> AdministrationCaller? {
    guard let session = try snapshot.session(session), session.isLive(at: now),
      session.applicationID == Application.dashboardID, session.hasSecondFactor,
      let pageSession = try snapshot.session(page), pageSession.isLive(at: now),
      pageSession.userID == session.userID,
      let role = try snapshot.administratorRole(of: session.userID, at: now)
    else { return nil }
    return AdministrationCaller(
      actor: .administrator(session.userID, session, page: page), role: role, client: client)
  }

  /// The holder of a key; nil if the key is not valid, or if its creator is no administrator any more.
  ///
  /// - Parameters:
  ///   - hash: the hash of the key.
  ///   - client: the client of the request.
  ///   - snapshot: the store.
  ///   - now: the present time.
  /// - Returns: the caller.
  /// - Throws: ``StoreError``.
  package static func holder(
    ofKey hash: [UInt8], client: ClientDescription, in snapshot: any StoreReading, at now: Date
  ) throws -> AdministrationCaller? {
    guard let key = try snapshot.administrationKey(hash: hash), key.isValid(at: now) else { return nil }
    // A key cannot do more than its creator can now.
    guard let creator = key.creator else {
      return AdministrationCaller(actor: .key(key), role: .owner, client: client)
    }
    return try snapshot.administratorRole(of: creator, at: now).map {
      AdministrationCaller(actor: .key(key), role: $0, client: client)
    }
  }

  /// The caller with the rights of now; nil if the caller has none any more.
  func current(in snapshot: any StoreReading, at now: Date) throws -> AdministrationCaller? {
    switch actor {
    case .administrator(_, let session, let page):
      try Self.administrator(of: session.id, page: page, client: client, in: snapshot, at: now)
    case .key(let key): try Self.holder(ofKey: key.hash, client: client, in: snapshot, at: now)
    }
  }

  /// Whether the caller may make the calls of a scope.
  package func has(_ scope: AdministrationScope) -> Bool {
    guard scope.role <= role else { return false }
    return if case .key(let key) = actor { key.scopes.contains(scope) } else { true }
  }

  /// Refuses a caller without one of the scopes.
  func require(_ scopes: [AdministrationScope]) throws(Problem) {
    for scope in scopes where !has(scope) { throw Problem.insufficient(scope) }
  }
}

extension SecurityLog.Details {
  /// - Parameters:
  ///   - caller: the one who acts.
  ///   - user: the user of the act, as the request names it.
  package init(_ caller: AdministrationCaller, user: User.ID? = nil) {
    self.init()
    self.user = user?.text
    actor = caller.origin.actor
    switch caller.actor {
    case .administrator(let user, _, _): administrator = user
    case .key(let key): self.key = key.id.text
    }
  }
}
