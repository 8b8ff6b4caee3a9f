package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A backend lists the users of its application, or finds the user of an identity.
package struct BackendUserListRoute: Sendable {
  /// The most users that one call examines. A list with few matches has short parts instead of a slow one.
  private static let examined = 2000
  /// The most users whose rows are read together.
  private static let batch = 100

  private let gate: BackendGate
  private let store: any Store
  private let clock: WallClock
  private let cursors: ListCursorSeal

  package init(gate: BackendGate, store: any Store, clock: WallClock, cursors: ListCursorSeal) {
    self.gate = gate
    self.store = store
    self.clock = clock
    self.cursors = cursors
  }

  package func register(in router: inout Router) {
    router.on(.get, WirePath.backendUsers, by: .apiKey, limits: [.apiKeyFailure]) { request in
      let backend = try await gate.caller(request, for: .readUsers)
      let list = try UserListRequest(request.queryItems, of: backend.application.id)
      let now = clock.now
      switch list.selection {
      case .holder(let name, let query):
        return try await store.read { snapshot in
          let user = try holder(of: name, query, backend, at: now, in: snapshot)
          return .privateJSON(.object(WireListPart(items: user.map { [$0] } ?? [], nextCursor: nil).json))
        }
      case .users(let query):
        let position = try list.cursor.map { try cursors.userPosition($0, in: list.list) }
        return try await store.read { snapshot in
          let (items, end) = try part(of: query, after: position, list.limit, backend, at: now, in: snapshot)
          let next = try end.map { try cursors.text(of: $0, in: list.list) }
          return .privateJSON(.object(WireListPart(items: items, nextCursor: next).json))
        }
      }
    }
  }

  /// One part of a list.
  ///
  /// The end of a part does not depend on the bans of users whom the list must not show, so that no cursor discloses a ban.
  private func part(
    of query: UserQuery, after position: UserListPosition?, _ limit: Int, _ backend: Backend, at now: Date,
    in snapshot: any StoreReading
  ) throws -> (items: [JSONValue], end: UserListPosition?) {
    let part = try snapshot.users(
      query, after: position, at: now, limit: query.isBanned == nil ? limit : Self.examined,
      examining: Self.examined)
    var items: [JSONValue] = []
    var last: UserListPosition?
    for start in stride(from: 0, to: part.users.count, by: Self.batch) {
      let users = part.users[start..<min(start + Self.batch, part.users.count)]
      let entries = try snapshot.entries(of: users.map(\.user), for: backend.application.id)
      for user in users {
        guard let entry = entries[user.user], entry.grant.flatMap(backend.scopes)?.show(query) ?? false,
          let item = backend.json(of: entry, at: now)
        else { continue }
        guard items.count < limit else { return (items, last) }
        items.append(item)
        last = user
      }
    }
    return (items, part.end)
  }

  /// The user of an identity, if the backend may see that the user has it.
  private func holder(
    of name: ProvenIdentity, _ query: UserQuery, _ backend: Backend, at now: Date,
    in snapshot: any StoreReading
  ) throws -> JSONValue? {
    guard
      let entry = try snapshot.entry(of: name, matching: query, for: backend.application.id, at: now),
      let scopes = entry.grant.flatMap(backend.scopes), scopes.show(query),
      scopes.show(name.key.kind)
    else { return nil }
    return backend.json(of: entry, at: now)
  }
}

extension Scopes {
  /// Whether a backend may read the data of a user that a list discloses: the order shows the last sign-in, and the
  /// filter the ban.
  fileprivate func show(_ query: UserQuery) -> Bool {
    (query.order != .lastSignInAt || showIdentities) && (query.isBanned == nil || showBan)
  }
}
