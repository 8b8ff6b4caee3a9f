import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The one who calls the administration, as the store had the role at that moment.
package struct AdministrationCaller: Sendable {
  package enum Actor: Sendable {
    case administrator(User.ID, Session)
    case key(AdministrationKey)
  }

  package let actor: Actor
  package let role: AdministratorRole
  /// The client of the request.
  package let client: ClientDescription

  /// The text for ``Administrator/addedBy``.
  package var name: String {
    switch actor {
    case .administrator(let user, _): "administrator \(user)"
    case .key(let key): "key \(key.id)"
    }
  }

  /// The caller as the party that acts.
  package var origin: EventOrigin {
    switch actor {
    case .administrator(let user, _): EventOrigin(.administrator(user), client)
    case .key(let key): EventOrigin(.administrationKey(key.id), client)
    }
  }

  /// The administrator whose rights the caller has; nil for a key of the command line.
  package var administrator: User.ID? {
    switch actor {
    case .administrator(let user, _): user
    case .key(let key): key.creator
    }
  }

  /// The end of the caller's key. A key that it makes ends no later, so that a stolen key cannot live on.
  package var expiry: Date? {
    if case .key(let key) = actor { key.expiresAt } else { nil }
  }

  /// Whether the caller may make the calls of a scope.
  package func has(_ scope: AdministrationScope) -> Bool {
    guard scope.role <= role else { return false }
    return if case .key(let key) = actor { key.scopes.contains(scope) } else { true }
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
    case .administrator(let user, _): administrator = user
    case .key(let key): self.key = key.id.text
    }
  }
}
