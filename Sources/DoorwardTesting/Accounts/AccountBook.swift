import Foundation

/// Who there is. Kept in the order things came, so that lists are the same at every run though the time
/// stands still.
struct AccountBook: Sendable {
  private(set) var users: [User] = []
  private(set) var identities: [Identity] = []
  private(set) var sessions: [Session] = []

  func user(_ id: String) -> User? { users.first { $0.id == id } }
  func session(_ id: String) -> Session? { sessions.first { $0.id == id } }
  func identity(_ key: Identity.Key) -> Identity? { identities.first { $0.key == key } }
  func identities(of user: String) -> [Identity] { identities.filter { $0.user == user } }
  func liveSessions(of user: String, at now: Date) -> [Session] {
    sessions.filter { $0.user == user && $0.isLive(at: now) }
  }

  mutating func insert(_ user: User) { users.append(user) }
  mutating func insert(_ identity: Identity) { identities.append(identity) }
  mutating func insert(_ session: Session) { sessions.append(session) }

  mutating func changeUser(_ id: String, _ body: (inout User) -> Void) {
    if let place = users.firstIndex(where: { $0.id == id }) { body(&users[place]) }
  }

  mutating func change(_ id: String, _ body: (inout Session) -> Void) {
    if let place = sessions.firstIndex(where: { $0.id == id }) { body(&sessions[place]) }
  }

  mutating func changeIdentity(_ id: String, _ body: (inout Identity) -> Void) {
    if let place = identities.firstIndex(where: { $0.id == id }) { body(&identities[place]) }
  }

  /// Removes an identity, with the sessions that rest on it alone.
  mutating func removeIdentity(_ id: String, at now: Date) {
    identities.removeAll { $0.id == id }
    for session in sessions
    where session.isLive(at: now) && session.proofs.contains(where: { $0.identity == id }) {
      change(session.id) {
        $0.proofs.removeAll { $0.identity == id }
        if $0.proofs.isEmpty { $0.endedAt = now }
      }
    }
  }

  mutating func delete(_ user: String) {
    users.removeAll { $0.id == user }
    identities.removeAll { $0.user == user }
    sessions.removeAll { $0.user == user }
  }

  @discardableResult mutating func end(_ session: String, at now: Date) -> Bool {
    guard self.session(session)?.isLive(at: now) == true else { return false }
    change(session) { $0.endedAt = now }
    return true
  }

  mutating func endSessions(of user: String, except kept: String?, at now: Date) {
    for session in liveSessions(of: user, at: now) where session.id != kept { end(session.id, at: now) }
  }
}
